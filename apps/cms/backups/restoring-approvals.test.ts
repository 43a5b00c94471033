import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  address,
  approved,
  startEditorialSetup,
  type EditorialSetup,
} from '../editorial/fixtures.ts';

let office: EditorialSetup;

beforeAll(async () => {
  office = await startEditorialSetup({ requireApproval: true });
});

afterAll(() => office.server[Symbol.asyncDispose]());

test('a restore removes the approval of a changed text, and keeps other approvals and all receipts', async () => {
  const { staff } = office;
  const { ada, maria, remi } = staff;
  const [changed, same] = [await approved(staff), await approved(staff)];
  const made = await ada.client.post('/__admin/api/backups/create', { name: 'Approved' });
  const { id } = made.json<{ id: string }>();
  await maria.saved({ path: changed, content: 'A later text.\n' });
  await maria.moved(changed, 'in_review');
  expect((await remi.decide(changed, 'approve')).status).toBe(200);

  const restored = await ada.client.post('/__admin/api/backups/restore', { id });
  expect(restored.status).toBe(200);
  expect(await ada.detail(changed)).toMatchObject({
    status: 'draft',
    raw_body: 'Text.\n',
    editorial: { approvals: [] },
  });
  expect(await ada.detail(same)).toMatchObject({
    status: 'in_review',
    editorial: { approvals: [{ by: 'rosa' }] },
  });
  const receipts = await ada.client.get(`${address}/approvals?path=${changed}`);
  expect(receipts.json()).toMatchObject([{ approver: 'remi' }, { approver: 'rosa' }]);
});
