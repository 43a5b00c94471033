// Written by `npm run docs:reference` from packages/contract. Change it there.

/** Of this package; a server of the same version has the operations that it knows. */
export const version = '1.0.0';
