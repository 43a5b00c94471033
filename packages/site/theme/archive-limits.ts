/** What a theme may be at most, packed or not: bytes of all files, and how many they are. */
export const maxThemeBytes = 64 * 1024 * 1024;
export const maxThemeFiles = 2_000;
