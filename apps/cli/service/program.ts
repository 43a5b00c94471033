import { fileURLToPath } from 'node:url';

/** The file that Node runs as `galley`. */
export const galleyProgram = fileURLToPath(new URL('../bin/galley.mjs', import.meta.url));
