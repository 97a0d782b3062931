#include "EmbeddedTexts.h"

// `#embed` is part of C23; clang has it in every mode, and would only say so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char namesOfAppearanceCategoriesOctets[] = {
#embed "Names/AppearanceCategories.txt"
};
const EmbeddedText namesOfAppearanceCategories = {namesOfAppearanceCategoriesOctets, sizeof namesOfAppearanceCategoriesOctets};

static const unsigned char namesOfAppearancesOctets[] = {
#embed "Names/Appearances.txt"
};
const EmbeddedText namesOfAppearances = {namesOfAppearancesOctets, sizeof namesOfAppearancesOctets};

static const unsigned char namesOfCharacteristicsOctets[] = {
#embed "Names/Characteristics.txt"
};
const EmbeddedText namesOfCharacteristics = {namesOfCharacteristicsOctets, sizeof namesOfCharacteristicsOctets};

static const unsigned char namesOfCompaniesOctets[] = {
#embed "Names/Companies.txt"
};
const EmbeddedText namesOfCompanies = {namesOfCompaniesOctets, sizeof namesOfCompaniesOctets};

static const unsigned char namesOfCustomCharacteristicsOctets[] = {
#embed "Names/CustomCharacteristics.txt"
};
const EmbeddedText namesOfCustomCharacteristics = {namesOfCustomCharacteristicsOctets, sizeof namesOfCustomCharacteristicsOctets};

static const unsigned char namesOfCustomServicesOctets[] = {
#embed "Names/CustomServices.txt"
};
const EmbeddedText namesOfCustomServices = {namesOfCustomServicesOctets, sizeof namesOfCustomServicesOctets};

static const unsigned char namesOfDescriptorsOctets[] = {
#embed "Names/Descriptors.txt"
};
const EmbeddedText namesOfDescriptors = {namesOfDescriptorsOctets, sizeof namesOfDescriptorsOctets};

static const unsigned char namesOfMemberServicesOctets[] = {
#embed "Names/MemberServices.txt"
};
const EmbeddedText namesOfMemberServices = {namesOfMemberServicesOctets, sizeof namesOfMemberServicesOctets};

static const unsigned char namesOfServicesOctets[] = {
#embed "Names/Services.txt"
};
const EmbeddedText namesOfServices = {namesOfServicesOctets, sizeof namesOfServicesOctets};

static const unsigned char declarationIndexOctets[] = {
#embed "Declarations/index.txt"
};
const EmbeddedText declarationIndex = {declarationIndexOctets, sizeof declarationIndexOctets};

static const unsigned char declarationKeysOctets[] = {
#embed "Declarations/keys.txt"
};
const EmbeddedText declarationKeys = {declarationKeysOctets, sizeof declarationKeysOctets};

static const unsigned char declarationProgramsOctets[] = {
#embed "Declarations/programs.txt"
};
const EmbeddedText declarationPrograms = {declarationProgramsOctets, sizeof declarationProgramsOctets};

static const unsigned char declarationServicesOctets[] = {
#embed "Declarations/services.txt"
};
const EmbeddedText declarationServices = {declarationServicesOctets, sizeof declarationServicesOctets};

static const unsigned char declarationSourcesOctets[] = {
#embed "Declarations/sources.txt"
};
const EmbeddedText declarationSources = {declarationSourcesOctets, sizeof declarationSourcesOctets};

static const unsigned char declarationStatesOctets[] = {
#embed "Declarations/states.txt"
};
const EmbeddedText declarationStates = {declarationStatesOctets, sizeof declarationStatesOctets};

static const unsigned char pageScriptOctets[] = {
#embed "Page/script.js"
};
const EmbeddedText pageScript = {pageScriptOctets, sizeof pageScriptOctets};

static const unsigned char pageStyleOctets[] = {
#embed "Page/style.css"
};
const EmbeddedText pageStyle = {pageStyleOctets, sizeof pageStyleOctets};
