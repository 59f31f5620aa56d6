/** Maximum characters that a search uses, in texts and for people's names. */
export const maxSearchLength = 200;
export const maxNameSearchLength = 100;
export const maxTopicLength = 30;
/** For a company's or a branch's name. */
export const maxFilterNameLength = 120;
/** For the site-wide search. */
export const maxWholeSearchLength = 100;
export const maxSuggestions = 8;
