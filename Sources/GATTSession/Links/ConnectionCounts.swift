/// How many ATT PDUs a connection had, and what became of its requests.
package struct ConnectionCounts {
  package internal(set) var requests = 0
  package internal(set) var answers = 0
  package internal(set) var errors = 0
  package internal(set) var unanswered = 0
  /// Requests among `unanswered` whose response was received with a bad CRC.
  package internal(set) var damagedAnswers = 0
  package internal(set) var notifications = 0
  package internal(set) var indications = 0
  package internal(set) var commands = 0
}
