// Written by `npm run docs:reference` from packages/contract. Change it there.

/** Version of this package. A server of the same version supports all of its operations. */
export const version = '1.0.0';
