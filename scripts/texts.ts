// Part of `npm run check`: unused texts of the admin, and catalogues with missing or broken translations.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldErrorParts, fieldErrorTemplates } from '@galley/kernel';
import { findCatalogueFaults } from './catalogues.ts';
import { findUnusedTexts } from './unused-texts.ts';
import { reportFindings } from './findings.ts';
import { root } from './repository.ts';

const admin = join(root, 'apps/admin');
const problems = readFileSync(join(root, 'packages/sdk/generated/problems.ts'), 'utf8');
const codes = [...problems.matchAll(/'(\w+)'/g)].map(([, code]) => code!);
const ofServer = {
  problems: codes,
  fieldErrors: { ...fieldErrorTemplates, ...fieldErrorParts },
};
const findings = [...findUnusedTexts(admin), ...findCatalogueFaults(admin, ofServer)];
reportFindings(findings, `words: ${findings.length} unused or untranslated texts.`);
