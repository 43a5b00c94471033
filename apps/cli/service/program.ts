import { fileURLToPath } from 'node:url';

export const galleyProgram = fileURLToPath(new URL('../bin/galley.mjs', import.meta.url));
