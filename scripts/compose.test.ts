import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './repository.ts';

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly build?: object;
  readonly image: string;
}

function servicesIn(file: string): Readonly<Record<string, Service>> {
  const text = readFileSync(join(root, file), 'utf8');
  return (parse(text, { merge: true }) as { services: Record<string, Service> }).services;
}

const services = servicesIn('compose.yaml');

function mounting(volume: string): string[] {
  return Object.entries(services)
    .filter(([, { volumes = [] }]) => volumes.some((one) => one.startsWith(`${volume}:`)))
    .map(([name]) => name)
    .sort();
}

describe('compose.yaml', () => {
  test('mounts each secret only into the services that need it', () => {
    expect(mounting('owner-secrets')).toEqual(['migrate', 'secrets']);
    expect(mounting('secrets')).toEqual(['content', 'coordinator', 'migrate', 'secrets']);
    expect(mounting('database-init')).toEqual(['roles', 'secrets']);
    expect(mounting('database-socket')).toEqual(['postgres', 'roles']);
    expect(mounting('supervisor-token')).toEqual(['coordinator', 'secrets', 'supervisor']);
    expect(mounting('data')).toEqual(['content', 'coordinator', 'migrate', 'secrets']);
  });

  test('gives the container of the agents neither the database nor the data folder', () => {
    const { environment = {}, volumes = [] } = services['supervisor']!;
    expect(Object.keys(environment).filter((name) => /DATABASE|METRICS/.test(name))).toEqual([]);
    expect(volumes).toEqual([
      'project:/srv/galley/project:ro',
      'supervisor-state:/srv/galley/state',
      'supervisor-token:/srv/galley/supervisor:ro',
    ]);
    expect(services['content']!.environment).toMatchObject({
      GALLEY_STORAGE__DATA_DIRECTORY: '/srv/galley/data',
    });
  });

  test('passes the owner password only to the migration', () => {
    const withOwner = Object.entries(services).filter(([, { environment = {} }]) =>
      Object.keys(environment).some((name) => name.includes('OWNER_URL')),
    );
    expect(withOwner.map(([name]) => name)).toEqual(['migrate']);
  });

  test('publishes a port only in the profile that needs it', () => {
    const published = Object.values(services).filter(({ ports }) => ports !== undefined);
    expect(published.map(({ ports, profiles }) => [ports, profiles])).toEqual([
      [['127.0.0.1:3000:3000'], ['metrics']],
    ]);
  });

  test('builds every service with the local image, since Compose 1.29 would pull it otherwise', () => {
    const own = Object.entries(services).filter(([, { image }]) => image.includes('galley'));
    expect(own.map(([name]) => name)).toContain('supervisor');
    expect(own.filter(([, { build }]) => build === undefined)).toEqual([]);
  });
});
