import { contract } from '@galley/contract';
import type { OperationRouter } from '@galley/http';
import type { CustomFieldsService, SettingsService } from '@galley/settings';

export interface SettingsParts {
  readonly settingsForms: SettingsService;
  readonly customFields: CustomFieldsService;
}

export function mountSettings(
  router: OperationRouter,
  { settingsForms, customFields }: SettingsParts,
): void {
  router.mount(contract.settings.sections, async () =>
    (await settingsForms.sections()).map(({ fields, ...section }) => ({
      ...section,
      fields: fields.map((field) => ({ ...field })),
    })),
  );

  router.mount(contract.settings.form, async ({ query }) => {
    const { restartRequired, fields, ...form } = await settingsForms.form(query.section);
    return {
      ...form,
      fields: fields.map((field) => ({ ...field })),
      restart_required: [...restartRequired],
    };
  });

  router.mount(contract.settings.save, async ({ body, note }) => {
    const { section, values, expected_revision: expectedRevision } = body;
    const saved = await settingsForms.save({ section, values, expectedRevision });
    note({ details: { settings: saved.changed, changes: saved.changes } });
    return { ok: true, restart_required: [...saved.restartRequired] };
  });

  router.mount(contract.customFields.get, () => customFields.get());

  router.mount(contract.customFields.save, async ({ body, note }) => {
    const { types, shared, revision, expected_revision: expectedRevision = revision } = body;
    note({ details: { ...(await customFields.save({ types, shared, expectedRevision })) } });
    return { ok: true };
  });
}
