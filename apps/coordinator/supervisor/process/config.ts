/** Of the agent that this process starts; `undefined` outside of its wrapper. */
export const sessionToken = process.env['GALLEY_WORKER_TOKEN'];
