import { expect, test } from 'vitest';
import { AddressesReadModel } from './renames.fixtures.ts';
