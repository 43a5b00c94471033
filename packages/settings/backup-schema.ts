import { z } from 'zod';
import { bech32 } from '@scure/base';
import { fieldFault } from '@galley/kernel';
import {
  accessToken,
  apiAddress,
  directory,
  duration,
  gitAddress,
  integer,
  words,
  yesOrNo,
} from './config-values.ts';
import { cron, timeZone } from './recipes/schedule-values.ts';
import { copyShape, listOf, optionalSetting, section, setting, value } from './shape.ts';

/** Never printed, since people may have pasted the private key. */
const ageRecipient = () =>
  value(z.stringFormat('age-recipient', isAgeRecipient), {
    expected: fieldFault('not_an_age_recipient'),
    isSecret: true,
  });

function isAgeRecipient(text: string): boolean {
  if (text.length > 100 || text !== text.toLowerCase()) return false;
  const decoded = bech32.decodeUnsafe(text);
  return decoded?.prefix === 'age' && bech32.fromWordsUnsafe(decoded.words)?.length === 32;
}

const bucketName = () =>
  value(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/), {
    expected: fieldFault('not_a_bounded_name', {
      max: 63,
      characters: 'a–z 0–9 . -',
      first: 'a–z 0–9',
    }),
  });

const regionName = () =>
  value(z.string().regex(/^[a-z0-9][a-z0-9-]{0,49}$/), {
    expected: fieldFault('not_a_bounded_name', {
      max: 50,
      characters: 'a–z 0–9 -',
      first: 'a–z 0–9',
    }),
  });

const objectFolder = () =>
  value(
    z
      .string()
      .max(500)
      .regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.-]+(?:\/[\w.-]+)*\/?$/)
      .transform((text) => text.replace(/\/$/, '')),
    { expected: fieldFault('not_a_path', { example: 'press/backups' }) },
  );

const s3Fields = section({
  endpoint: optionalSetting(
    apiAddress(),
    'Address of the S3 service, such as `https://s3.eu-central-1.amazonaws.com`. With `endpoint`, `bucket`, `access_key_id` and `secret_access_key`, each backup is uploaded there.',
  ),
  region: setting(regionName(), {
    default: 'us-east-1',
    description: 'Region of the bucket. Services other than Amazon mostly ignore it.',
  }),
  bucket: optionalSetting(
    bucketName(),
    'Bucket for the backups. It must exist; the key needs the rights to list the bucket, and to read, write and delete objects.',
  ),
  prefix: optionalSetting(
    objectFolder(),
    'Folder in the bucket, such as `press/backups`. Use one for each project.',
  ),
  access_key_id: optionalSetting(
    accessToken(),
    'Access key. Set it by environment: `GALLEY_BACKUP__S3__ACCESS_KEY_ID`.',
  ),
  secret_access_key: optionalSetting(
    accessToken(),
    'Secret of the access key. Set it by environment: `GALLEY_BACKUP__S3__SECRET_ACCESS_KEY`, or `GALLEY_BACKUP__S3__SECRET_ACCESS_KEY_FILE` with the name of a file.',
  ),
  path_style: setting(yesOrNo(), {
    default: true,
    description:
      'Put the name of the bucket into the path of addresses; `false` puts it in front of the host.',
  }),
  keep: optionalSetting(
    integer(1, 100_000),
    'Number of backups to keep in the bucket, newest first. Defaults to `backup.retention.keep`.',
  ),
  age: optionalSetting(
    duration('1h', '36500d', '365d'),
    'Maximum age of backups in the bucket; the newest one is always kept. Defaults to `backup.retention.age`.',
  ),
});

/** Undefined unless all required settings are set; missing ones are reported separately. */
const s3Section = copyShape(
  s3Fields.transform(({ endpoint, bucket, accessKeyId, secretAccessKey, ...rest }) =>
    endpoint === undefined ||
    bucket === undefined ||
    accessKeyId === undefined ||
    secretAccessKey === undefined
      ? undefined
      : { ...rest, endpoint, bucket, accessKeyId, secretAccessKey },
  ),
  s3Fields,
);

export const backupSection = section({
  directory: setting(directory(), {
    default: '.service/backups',
    description: 'Directory of backups, outside the content tree and ideally on another disk.',
  }),
  on_change: setting(yesOrNo(), {
    default: false,
    description: 'Create backups automatically after content changes.',
  }),
  debounce: setting(duration('1s', '1d', '5m'), {
    default: '5m',
    description:
      'Quiet time after a change before an automatic backup; during continuous changes, at most ten times as long.',
  }),
  interval: setting(duration('1s', '30d', '1h'), {
    default: '1h',
    description: 'Minimum time between a backup and the next automatic one.',
  }),
  schedule: section({
    cron: optionalSetting(
      cron(),
      'Times of scheduled backups, as a cron expression with five fields: minute, hour, day of the month, month, day of the week. None are made if unset.',
    ),
    time_zone: setting(timeZone(), {
      default: 'UTC',
      description: 'Time zone of `cron`, such as `Europe/Berlin`.',
    }),
    media: setting(yesOrNo(), {
      default: true,
      description: 'Include media in scheduled backups.',
    }),
    database: setting(yesOrNo(), {
      default: true,
      description:
        'Include history, audit log and other records in scheduled backups, but no credentials.',
    }),
  }),
  retention: section({
    keep: optionalSetting(
      integer(1, 100_000),
      'Number of backups to keep, newest first. Unlimited if unset.',
    ),
    age: optionalSetting(
      duration('1h', '36500d', '90d'),
      'Maximum age of backups. The newest one is always kept, and backups made before a restore are kept for a week. Unlimited if unset.',
    ),
  }),
  git: section({
    push_url: optionalSetting(
      gitAddress(),
      'Remote git repository to which every git snapshot is pushed. If unset, snapshots stay local.',
    ),
    username: setting(words(), {
      default: 'git',
      description:
        'User name for the remote repository. With tokens, most servers accept any name.',
    }),
    token: optionalSetting(
      accessToken(),
      'Password or token for the remote repository. Set it by environment: `GALLEY_BACKUP__GIT__TOKEN`.',
    ),
  }),
  encryption: section({
    recipients: setting(listOf(ageRecipient(), '[age1…]'), {
      default: [],
      description:
        'Public keys of age. New backups are encrypted for them and can be restored only with one of the private keys. Unencrypted if empty.',
    }),
  }),
  s3: s3Section,
});
