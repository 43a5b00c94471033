/**
 * Runs before the plugin. Only it can access `send`, the only channel to the server. Captures built-in objects before
 * the plugin can modify them, and creates its values inside the sandbox: no server object is reachable.
 */
export const guestScript = `(function (send, grantNames, settingsText, pluginText) {
  'use strict';
  const { parse, stringify } = JSON;
  const { freeze, keys, create } = Object;
  const { isArray } = Array;
  const text = String;
  const PromiseOfRealm = Promise;
  const ErrorOfRealm = Error;
  const InternalErrorOfRealm = InternalError;
  const waiting = create(null);
  const handlers = create(null);
  let lastId = 0;

  const deepFreeze = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    for (const key of keys(value)) deepFreeze(value[key]);
    return freeze(value);
  };

  const describe = (error) => {
    try {
      if (typeof error !== 'object' || error === null) {
        return stringify({ name: 'thrown', message: text(error), stack: '' });
      }
      const { name, message, stack } = error;
      return stringify({
        name: text(name),
        message: message === undefined ? stringify(error) : text(message),
        stack: text(stack),
      });
    } catch (failure) {
      // Without memory, there is no describing.
      return failure === null || failure instanceof InternalErrorOfRealm
        ? '{"name":"InternalError","message":"out of memory","stack":""}'
        : '{"name":"thrown","message":"something that cannot be described","stack":""}';
    }
  };

  const shown = (value) => {
    if (typeof value === 'string') return value;
    try {
      if (value instanceof ErrorOfRealm) return text(value) + '\\n' + text(value.stack);
      const json = typeof value === 'object' && value !== null ? stringify(value) : undefined;
      return json === undefined ? text(value) : json;
    } catch {
      return 'something that cannot be shown';
    }
  };

  const say = (level) => (...values) => {
    let line = '';
    for (let index = 0; index < values.length; index += 1) {
      line += (index > 0 ? ' ' : '') + shown(values[index]);
    }
    send('said', 0, level, line);
  };
  globalThis.console = freeze({
    __proto__: null,
    debug: say('debug'),
    log: say('info'),
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
  });

  const granted = (name) => (input) => {
    const json = stringify(input === undefined ? null : input);
    if (json === undefined) {
      throw new TypeError(name + ' takes a value that JSON can hold, not a ' + typeof input);
    }
    lastId += 1;
    const id = lastId;
    return new PromiseOfRealm((resolve, reject) => {
      waiting[id] = { resolve, reject };
      send('asked', id, name, json);
    });
  };

  const given = create(null);
  given.settings = deepFreeze(parse(settingsText));
  given.plugin = deepFreeze(parse(pluginText));
  for (const name of parse(grantNames)) {
    const dot = name.indexOf('.');
    if (dot < 0) given[name] = granted(name);
    else {
      const group = name.slice(0, dot);
      given[group] ??= create(null);
      given[group][name.slice(dot + 1)] = granted(name);
    }
  }
  for (const name of keys(given)) freeze(given[name]);

  return freeze({
    __proto__: null,
    given: freeze(given),
    async start(main, groups) {
      try {
        const module = await import(main);
        const found = create(null);
        const wanted = parse(groups);
        for (let index = 0; index < wanted.length; index += 1) {
          const group = wanted[index];
          const functions = module[group];
          if (functions === undefined) continue;
          found[group] = create(null);
          if (typeof functions !== 'object' || functions === null || isArray(functions)) {
            throw new TypeError('export const ' + group + ' must be an object of functions');
          }
          const names = keys(functions);
          for (let at = 0; at < names.length; at += 1) {
            const handler = functions[names[at]];
            found[group][names[at]] = typeof handler;
            handlers[group + ' ' + names[at]] = handler;
          }
        }
        send('started', 0, stringify(found), '');
      } catch (error) {
        send('failed', 0, describe(error), '');
      }
    },
    async call(id, name, input) {
      try {
        const values = parse(input);
        const handler = handlers[name];
        const result = await handler(values[0], values[1]);
        const json = stringify(result === undefined ? null : result);
        if (json === undefined) {
          throw new TypeError('it returned a ' + typeof result + ', which JSON cannot hold');
        }
        send('answered', id, json, '');
      } catch (error) {
        send('failed', id, describe(error), '');
      }
    },
    settle(id, isGranted, answer) {
      const promise = waiting[id];
      if (promise === undefined) return;
      delete waiting[id];
      const value = parse(answer);
      if (isGranted) {
        promise.resolve(value);
        return;
      }
      const error = new ErrorOfRealm(value.message);
      error.code = value.code;
      promise.reject(error);
    },
  });
})`;

/** Reads the exports from `key` and deletes it. */
export function galleyModule(names: readonly string[], key: string): string {
  const lines = names.map((name) => `export const ${name} = given.${name};`);
  return [`const given = globalThis[${JSON.stringify(key)}];`, ...lines].join('\n');
}
