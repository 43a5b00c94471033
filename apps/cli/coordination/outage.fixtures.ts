import { onServer } from '@galley/testing';

export async function refuseConnections(url: string, isRefused: boolean): Promise<void> {
  const address = new URL(url);
  const name = address.pathname.slice(1);
  address.pathname = '/postgres';
  await onServer(address.href, `alter database ${name} allow_connections ${String(!isRefused)}`);
  if (!isRefused) return;
  await onServer(
    address.href,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
}

export interface Health {
  readonly status: string;
  readonly runs: readonly { readonly state: string | null; readonly failures: number }[];
}

export async function health(address: string): Promise<Health> {
  const response = await fetch(`${address}/healthz`);
  return (await response.json()) as Health;
}

export async function readiness(address: string): Promise<number> {
  return (await fetch(`${address}/readyz`)).status;
}
