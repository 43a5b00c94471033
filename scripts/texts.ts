// Part of `npm run check`: lists unused texts of the admin.
import { join } from 'node:path';
import { findUnusedTexts } from './unused-texts.ts';
import { reportFindings } from './findings.ts';
import { root } from './repository.ts';

const findings = findUnusedTexts(join(root, 'apps/admin'));
reportFindings(findings, `words: ${findings.length} unused texts.`);
