// Texts that are part of the program: tables and the web page, which no compiler of Swift needs to read.
#pragma once

/// A text that is never freed: its first octet and how many there are.
struct __attribute__((swift_attr("@safe"), swift_attr("@Sendable"))) EmbeddedText {
  const void *_Nonnull start;
  long count;
};
typedef struct EmbeddedText EmbeddedText;

// Written by scripts/assigned-numbers: a line an entry, `180F Battery`, sorted by number.
extern const EmbeddedText namesOfAppearanceCategories;
extern const EmbeddedText namesOfAppearances;
extern const EmbeddedText namesOfCharacteristics;
extern const EmbeddedText namesOfCompanies;
extern const EmbeddedText namesOfCustomCharacteristics;
extern const EmbeddedText namesOfCustomServices;
extern const EmbeddedText namesOfDescriptors;
extern const EmbeddedText namesOfMemberServices;
extern const EmbeddedText namesOfServices;

// Written by scripts/declarations: the built-in declarations of values.
extern const EmbeddedText declarationIndex;
extern const EmbeddedText declarationKeys;
extern const EmbeddedText declarationPrograms;
extern const EmbeddedText declarationServices;
extern const EmbeddedText declarationSources;
extern const EmbeddedText declarationStates;

// Written by scripts/page-files: what the page of a report runs and how it looks.
extern const EmbeddedText pageScript;
extern const EmbeddedText pageStyle;
