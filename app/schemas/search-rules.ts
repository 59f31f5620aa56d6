/** The most characters of a search that are looked for, in texts and among people. No zod: the browser has it too. */
export const maxSearchLength = 200;
export const maxNameSearchLength = 100;
