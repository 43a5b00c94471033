import express from 'express';
import { expect, test, vi } from 'vitest';
import { fillPath, operations } from '@galley/contract';
import { TestProject } from './fixtures.ts';

const otherPaths = ['/mcp'];

test('every route of a coordinator is an operation of the contract', async () => {
  using made = vi.spyOn(express.Router.prototype, 'route');
  await using project = await TestProject.open();
  await (await project.start()).stop();
  const known = operations.flatMap(({ method, path }) => {
    const route = fillPath(path, (name) => `:${name}`);
    // Each address also has a catch-all route that rejects other methods.
    return [`${method} ${route}`, `_ALL ${route}`];
  });
  const unknown = made.mock.results.flatMap(({ value }) => {
    const { path, methods } = value as { path: string; methods: Readonly<Record<string, true>> };
    const names = Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`);
    return names.every((name) => known.includes(name)) ? [] : [path];
  });
  expect([...new Set(unknown)]).toEqual(otherPaths);
});
