const {
  HOME: home,
  PATH: path = '/usr/local/bin:/usr/bin:/bin',
  LANG: lang = 'C.UTF-8',
} = process.env;

/** Environment of the user who runs this process. */
export const machine = { home, path, lang };
