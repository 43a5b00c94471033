/** Token of the agent that this process starts; `undefined` outside of a wrapper. */
export const sessionToken = process.env['GALLEY_WORKER_TOKEN'];
