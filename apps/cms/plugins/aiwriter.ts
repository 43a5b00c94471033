import type { contract, BodyOf } from '@galley/contract';
import type { Module } from '@galley/http';
import type { Clock } from '@galley/kernel';
import type { AiWriter, WritingRequest } from '@galley/plugins';
import { presentAiUsage, presentAiWriter, presentWriting } from '../documents/present-writing.ts';
import { untilDisconnected, writingEvents } from '../notifications/writing-events.ts';

export interface AiWriterServices {
  readonly aiWriter: AiWriter;
  readonly clock: Clock;
}

export function aiWriterModule({
  aiWriter,
  clock,
}: AiWriterServices): Module<typeof contract.aiwriter> {
  return {
    settings: () =>
      // While the AI writer is off, the operation answers 404 instead.
      Promise.resolve(presentAiWriter({ ...aiWriter.settings, isEnabled: true })),

    generate: {
      page: async ({ actor, body, response }) => {
        const writing = await aiWriter.generate(
          actor,
          requestIn(body),
          untilDisconnected(response),
        );
        return presentWriting(writing);
      },
      stream: ({ actor, body, response }) => {
        // Stops proxies from buffering the pieces.
        response.set('X-Accel-Buffering', 'no');
        const signal = untilDisconnected(response);
        const pieces = aiWriter.stream(actor, requestIn(body), signal);
        const chunks = writingEvents(pieces, { clock, signal, response });
        return Promise.resolve({ contentType: 'text/event-stream', chunks });
      },
    },

    usage: async ({ actor }) => presentAiUsage(await aiWriter.usage(actor.username)),
  };
}

function requestIn({
  max_length: maxLength,
  ...body
}: BodyOf<typeof contract.aiwriter.generate>): WritingRequest {
  return { ...body, maxLength };
}
