/** What a theme may be at most, packed or not: bytes of all files, and how many they are. */
export const maxThemeBytes = 64 * 1024 * 1024;
export const maxThemeFiles = 2_000;
/** Liquid is read in the server's thread, in a time that can grow with the square of a template. */
export const maxTemplateBytes = 64 * 1024;
export const maxTemplatesBytes = 256 * 1024;
