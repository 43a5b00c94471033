/** Packed and unpacked. */
export const maxThemeBytes = 64 * 1024 * 1024;
export const maxThemeFiles = 2_000;
/** Parsed in the server's thread, in up to quadratic time. */
export const maxTemplateBytes = 64 * 1024;
export const maxTemplatesBytes = 256 * 1024;
