import { fileURLToPath } from 'node:url';

/** The script that Node runs as `galley`. */
export const galleyProgram = fileURLToPath(new URL('../bin/galley.mjs', import.meta.url));
