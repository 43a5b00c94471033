import type { NewDomainEvent } from '@galley/kernel';
import type { Database } from '../database.ts';
import { DomainEventRepository } from './domain-event-repository.ts';

export const at = new Date('2026-01-01T12:00:00Z');

export function eventOf(subject: string, more: Partial<NewDomainEvent> = {}): NewDomainEvent {
  return { type: 'document.updated', at, actor: 'ada', subject, data: {}, ...more };
}

/** The subjects are their numbers, from 1. */
export async function appendMany(db: Database, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await new DomainEventRepository(db).append([eventOf(String(number))]);
  }
}

export async function subjects(db: Database, after = 0): Promise<string[]> {
  const events = await new DomainEventRepository(db).listAfter(after, 10_000);
  return events.map(({ subject }) => subject);
}
