import { isIP, isIPv6 } from 'node:net';
import { z } from 'zod';
import { fieldFault, hostOf, isLoopbackHost } from '@galley/kernel';
import { parseByteSize } from './byte-size.ts';
import { parseDuration } from './duration.ts';
import { listOf, value } from './shape.ts';

export const integer = (minimum: number, maximum: number) =>
  value(z.int().min(minimum).max(maximum), {
    expected: fieldFault('integer_out_of_range', { min: minimum, max: maximum }),
    field: { type: 'number', min: minimum, max: maximum, whole: true },
    fromText: numberFromText,
  });

export const decimal = (minimum: number, maximum: number) =>
  value(z.number().min(minimum).max(maximum), {
    expected: fieldFault('out_of_range', { min: minimum, max: maximum }),
    field: { type: 'number', min: minimum, max: maximum },
    fromText: (text) => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text),
  });

export const yesOrNo = () =>
  value(z.boolean(), {
    expected: fieldFault('not_a_boolean'),
    field: { type: 'boolean' },
    fromText: (text) =>
      new Map([
        ['true', true],
        ['false', false],
      ]).get(text.trim().toLowerCase()) ?? text,
  });

export const choice = <const Option extends string>(...options: readonly Option[]) =>
  value(z.enum(options), {
    expected: fieldFault('not_one_of', { allowed: options }),
    options,
    field: { type: 'select' },
  });

/** Parsed to milliseconds. */
export const duration = (minimum: string, maximum: string, example: string) =>
  value(z.string().transform(parseMeasure(parseDuration, minimum, maximum)), {
    expected: fieldFault('not_a_duration', { min: minimum, max: maximum, example }),
  });

/** Parsed to bytes. */
export const byteSize = (minimum: string, maximum: string, example: string) =>
  value(
    z
      .union([z.string(), z.int().nonnegative().transform(String)])
      .transform(parseMeasure(parseByteSize, minimum, maximum)),
    { expected: fieldFault('not_a_size', { min: minimum, max: maximum, example }) },
  );

export const directory = () =>
  value(
    z.stringFormat('directory', (text) => text.trim() !== '' && !text.includes('\0')),
    {
      expected: fieldFault('not_a_directory'),
    },
  );

export const file = () =>
  value(
    z.stringFormat('file', (text) => text.trim() !== '' && !text.includes('\0')),
    { expected: fieldFault('not_a_file') },
  );

/** Relative to a home folder, and inside it. */
export const homePath = () =>
  value(z.string().regex(/^(?!.*(^|\/)\.{1,2}(\/|$))[^/\0\\][^\0\\]{0,499}$/), {
    expected: fieldFault('not_a_home_file', { example: '.codex/auth.json' }),
  });

export const host = () =>
  value(z.stringFormat('host', isHost), {
    expected: fieldFault('not_a_host', { example: ['www.example.org', '127.0.0.1'] }),
  });

/** As `*`, `*.example.com`, `api.example.com`, with an optional port; IPv6 addresses in brackets. */
export const reachableHost = () =>
  value(z.stringFormat('reachable-host', isReachableHost), {
    expected: fieldFault('not_a_host', {
      example: ['api.example.com', '*.example.com', '127.0.0.1:11434'],
    }),
  });

/** IPv6 addresses in brackets. */
export const listenAddress = () =>
  value(
    z.string().transform((text, context) => {
      const address = parseListenAddress(text);
      if (address) return address;
      context.issues.push({ code: 'invalid_format', format: 'listen-address', input: text });
      return z.NEVER;
    }),
    {
      expected: fieldFault('not_a_host_and_port', { example: ['127.0.0.1:7117', '"[::1]:7117"'] }),
    },
  );

export const allowedHosts = () =>
  listOf(
    value(z.stringFormat('allowed-host', isAllowedHost), {
      expected: fieldFault('not_a_host', {
        example: ['www.example.org', '*.example.org', '10.0.0.5', '"*"'],
      }),
    }),
    '[www.example.org]',
  );

export const trustedProxies = () =>
  listOf(
    value(z.stringFormat('proxy', isProxy), {
      expected: fieldFault('not_a_network', { example: ['loopback', '10.0.0.5', '10.0.0.0/8'] }),
    }),
    '[10.0.0.0/8, loopback]',
  );

/** Used in URLs and file names. */
export const workspaceId = () =>
  value(
    z.stringFormat('workspace-id', (text) => /^[a-z0-9][a-z0-9._-]{0,99}$/i.test(text)),
    {
      expected: fieldFault('not_a_bounded_name', {
        max: 100,
        characters: 'A–Z a–z 0–9 . _ -',
        first: 'A–Z a–z 0–9',
      }),
    },
  );

export const words = () =>
  value(
    z.stringFormat('words', (text) => /^(?=.*\S)\P{Cc}{1,200}$/u.test(text)),
    { expected: fieldFault('not_one_line', { max: 200 }) },
  );

export const roleName = () =>
  value(z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/), {
    expected: fieldFault('not_a_bounded_name', {
      max: 64,
      characters: 'a–z 0–9 _ -',
      first: 'a–z',
    }),
  });

/** Also used in keys and variable names. */
export const plainName = () =>
  value(z.string().regex(/^[a-z][a-z0-9_-]{0,49}$/), {
    expected: fieldFault('not_a_bounded_name', {
      max: 50,
      characters: 'a–z 0–9 _ -',
      first: 'a–z',
    }),
  });

/** Cannot be parsed as an option. */
export const modelName = () =>
  value(z.string().regex(/^[a-z0-9][a-z0-9._:/@+-]{0,199}$/i), {
    expected: fieldFault('not_a_bounded_name', {
      max: 200,
      characters: 'A–Z a–z 0–9 . _ : / @ + -',
      first: 'A–Z a–z 0–9',
    }),
  });

export const command = () =>
  value(
    z.stringFormat('command', (text) => /^(?=.*\S)\P{Cc}{1,1000}$/u.test(text)),
    { expected: fieldFault('not_one_line', { max: 1_000 }) },
  );

/** Excludes Galley's own variables, which are set for each agent or are secrets of the reference agent's endpoint. */
export const variableName = () =>
  value(
    z.stringFormat('variable', (text) =>
      /^(?!GALLEY_(?!AGENT_(BASE_URL|API_KEY)$)|(DATABASE_URL|SERVICE_METRICS_TOKEN)(_FILE)?$)[A-Z_][A-Z0-9_]{0,199}$/i.test(
        text,
      ),
    ),
    {
      expected: fieldFault('not_a_variable', { example: 'ANTHROPIC_API_KEY' }),
    },
  );

export const webAddress = () =>
  value(z.stringFormat('web-address', isApiAddress), {
    expected: fieldFault('not_a_base_address', { example: 'http://galley:7117/mcp' }),
  });

/** Reserved on every site. */
const reservedSegments = [
  '__platform',
  '__health',
  '__live',
  '__ready',
  '__metrics',
  '__preview',
  'media',
  'assets',
];

export const adminPath = () =>
  value(
    z.stringFormat(
      'admin-path',
      (text) => /^[\w-]+$/.test(text) && !reservedSegments.includes(text.toLowerCase()),
    ),
    {
      expected: fieldFault('not_a_free_segment', { reserved: reservedSegments }),
    },
  );

/** The key is separate, and a query would be sent with every request. */
export const apiAddress = () =>
  value(
    z.stringFormat('api-address', isApiAddress).transform((text) => text.replace(/\/+$/, '')),
    {
      expected: fieldFault('not_a_base_address', { example: 'https://api.example.org/v1' }),
      // An invalid value may contain a key.
      isSecret: true,
    },
  );

export const databaseUrl = () =>
  value(z.string().regex(/^postgres(ql)?:\/\/\S+$/), {
    expected: fieldFault('not_an_address', { example: 'postgres://user:password@host:5432/name' }),
    isSecret: true,
  });

/** Credentials have their own settings, which are never printed. */
export const gitAddress = () =>
  value(z.stringFormat('git-address', isGitAddress), {
    expected: fieldFault('not_a_base_address', {
      example: 'https://git.example.org/news/content.git',
    }),
    isSecret: true,
  });

/** Requires TLS or this machine, because a token is sent. */
export const coordinatorAddress = () =>
  value(
    z
      .stringFormat('coordinator-address', isPrivateOrigin)
      .transform((text) => new URL(text).origin),
    {
      expected: fieldFault('not_an_origin', { example: 'https://coordinator.example.org:7117' }),
      // An invalid value may contain a key.
      isSecret: true,
    },
  );

/** Valid for `Authorization: Bearer` and long enough to prevent guessing. */
export const secretToken = () =>
  value(z.string().regex(/^(?=.{32,4000}$)[A-Za-z0-9._~+/-]+=*$/), {
    expected: fieldFault('not_a_secret', { min: 32, example: '$(openssl rand -base64 32)' }),
    isSecret: true,
  });

export const accessToken = () =>
  value(z.string().regex(/^[\x21-\x7e]{1,4000}$/), {
    expected: fieldFault('not_a_token'),
    isSecret: true,
  });

/** 43 characters of base64url are 256 bits; shorter keys could be guessed. */
export const secretKey = () =>
  value(z.string().regex(/^\S{32,}$/), {
    expected: fieldFault('not_a_secret', { min: 32, example: '$(openssl rand -base64 32)' }),
    isSecret: true,
  });

function isApiAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s?#\\]+$/i.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '';
}

function isPrivateOrigin(text: string): boolean {
  if (!isApiAddress(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  if (pathname !== '/') return false;
  return protocol === 'https:' || isLoopbackHost(hostname.replace(/^\[(.*)\]$/, '$1'));
}

function isGitAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '' || url.search !== '') return false;
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text);
}

function isReachableHost(text: string): boolean {
  const [, bracketed, name = '', port] =
    /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return false;
  return bracketed === undefined
    ? name === '*' || isHost(name.replace(/^\*\./, ''))
    : isIPv6(bracketed);
}

function isAllowedHost(text: string): boolean {
  const name = text.replace(/^\*\./, '');
  return text === '*' || isIP(name) !== 0 || (!name.includes(':') && hostOf(name) !== undefined);
}

function parseListenAddress(text: string): { host: string; port: number } | undefined {
  const match = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text);
  if (!match) return undefined;
  const [, inBrackets, plain = '', digits] = match;
  const [host, port] = [inBrackets ?? plain, Number(digits)];
  const isRight = inBrackets === undefined ? isHost(host) : isIPv6(host);
  return isRight && port <= 65_535 ? { host, port } : undefined;
}

function isProxy(text: string): boolean {
  if (text === 'loopback') return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

function numberFromText(text: string): unknown {
  return /^-?\d+$/.test(text.trim()) ? Number(text) : text;
}

function parseMeasure(
  parse: (text: string) => number | undefined,
  minimum: string,
  maximum: string,
) {
  const [least, most] = [parse(minimum), parse(maximum)];
  if (least === undefined || most === undefined) throw new TypeError('bounds must be measurable');
  return (text: string, context: z.core.$RefinementCtx): number => {
    const measure = parse(text);
    if (measure !== undefined && measure >= least && measure <= most) return measure;
    context.issues.push({ code: 'invalid_format', format: 'measure', input: text });
    return z.NEVER;
  };
}
