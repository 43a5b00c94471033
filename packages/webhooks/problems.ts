import { defineProblems } from '@galley/kernel';

export const webhookProblems = defineProblems({
  invalid_fields: ['unprocessable', 'Some fields are not valid'],
  webhook_not_found: ['not_found', 'The webhook does not exist'],
  webhook_delivery_not_found: ['not_found', 'The delivery does not exist'],
  too_many_webhooks: ['conflict', 'The limit of webhooks has been reached'],
});
