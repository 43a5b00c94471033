import { fieldFault, type FieldError, type FieldFault } from '@galley/kernel';
import { editorialProblems } from './problems.ts';
import type { Assignment } from './editorial-facts.ts';
import { mayReview, type Person } from './people.ts';

/** Undefined keeps a person, and so does an empty owner; other empty names clear. */
export interface AssignmentInput {
  readonly owner?: string | undefined;
  readonly assignee?: string | undefined;
  readonly reviewer?: string | undefined;
}

export interface ChosenAssignment extends Assignment {
  /** Null when the file names none. */
  readonly owner: string | null;
}

const parts = ['owner', 'assignee', 'reviewer'] as const;
type Part = (typeof parts)[number];

export function namesIn(input: AssignmentInput): string[] {
  const names = parts.map((part) => input[part]?.trim());
  return [...new Set(names.filter((name) => name !== undefined && name !== ''))] as string[];
}

/** `people` are the existing users among the names (CMS-ED-5). @throws `invalid_assignee` (GAP-ED-4) */
export function chooseAssignment(
  before: ChosenAssignment,
  input: AssignmentInput,
  people: ReadonlyMap<string, Person>,
): ChosenAssignment {
  const chosen: Record<Part, string | null> = { ...before };
  const errors: FieldError[] = [];
  for (const part of parts) {
    const asked = input[part]?.trim();
    if (asked === undefined || asked === before[part]) continue;
    if (asked === '') {
      if (part !== 'owner') chosen[part] = null;
      continue;
    }
    const person = people.get(asked);
    const fault = faultOf(part, asked, person);
    if (fault) errors.push({ path: part, ...fault });
    else chosen[part] = person!.username;
  }
  const barred = errors.length === 0 && faultOfReviewer(before, chosen);
  if (barred) errors.push({ path: 'reviewer', ...barred });
  if (errors.length > 0) throw editorialProblems.invalid_assignee.at(errors);
  return chosen;
}

function faultOf(part: Part, asked: string, person: Person | undefined): FieldFault | undefined {
  if (!person) return fieldFault('unknown_user', { username: asked });
  if (part !== 'reviewer' || mayReview(person)) return undefined;
  return fieldFault('not_a_reviewer', { username: person.username });
}

/** Only the assigned reviewer decides, and never on their own document: nobody could approve it (CMS-AUTH-19). */
function faultOfReviewer(
  before: ChosenAssignment,
  chosen: ChosenAssignment,
): FieldFault | undefined {
  const { reviewer } = chosen;
  const own = (['owner', 'assignee'] as const).find((part) => chosen[part] === reviewer);
  if (reviewer === null || own === undefined) return undefined;
  const isNew = before.reviewer !== reviewer || before[own] !== reviewer;
  return isNew
    ? fieldFault(own === 'owner' ? 'reviewer_is_owner' : 'reviewer_is_assignee', {
        username: reviewer,
      })
    : undefined;
}

export function changedParts(
  before: ChosenAssignment,
  after: ChosenAssignment,
): Partial<ChosenAssignment> {
  return Object.fromEntries(
    parts.filter((part) => before[part] !== after[part]).map((part) => [part, after[part]]),
  );
}
