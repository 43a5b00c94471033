import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { CustomFieldsService, SettingsService } from '@galley/settings';

export function settingsModule(settingsForms: SettingsService): Module<typeof contract.settings> {
  return {
    sections: async () =>
      (await settingsForms.sections()).map(({ fields, ...section }) => ({
        ...section,
        fields: fields.map((field) => ({ ...field })),
      })),

    form: async ({ query }) => {
      const { restartRequired, fields, ...form } = await settingsForms.form(query.section);
      return {
        ...form,
        fields: fields.map((field) => ({ ...field })),
        restart_required: [...restartRequired],
      };
    },

    save: async ({ body, note }) => {
      const { section, values, expected_revision: expectedRevision } = body;
      const saved = await settingsForms.save({ section, values, expectedRevision });
      note({ details: { settings: saved.changed, changes: saved.changes } });
      return { ok: true, restart_required: [...saved.restartRequired] };
    },
  };
}

export function customFieldsModule(
  customFields: CustomFieldsService,
): Module<typeof contract.customFields> {
  return {
    get: () => customFields.get(),

    save: async ({ body, note }) => {
      const { types, shared, revision, expected_revision: expectedRevision = revision } = body;
      note({ details: { ...(await customFields.save({ types, shared, expectedRevision })) } });
      return { ok: true };
    },
  };
}
