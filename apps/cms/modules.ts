import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { RunNoun } from '@galley/run-api';
import type { Environment } from './environment.ts';
import { auditModule } from './routes/audit.ts';
import { backupsHandlers } from './routes/backups.ts';
import { operationsModule } from './routes/builds.ts';
import { documentsModule } from './routes/documents-module.ts';
import { passwordModule, totpModule } from './routes/factors.ts';
import { gitBackupsHandlers } from './routes/git-backups.ts';
import { mediaModule } from './routes/media.ts';
import { notificationsModule } from './routes/notifications.ts';
import { pluginPanelsHandlers } from './routes/plugin-panels.ts';
import { pluginsHandlers } from './routes/plugins.ts';
import { authModule, sessionsModule } from './routes/sessions.ts';
import { customFieldsModule, settingsModule } from './routes/settings.ts';
import { systemHandlers } from './routes/system.ts';
import { themesModule } from './routes/themes.ts';
import { tokensModule } from './routes/tokens.ts';
import { rolesModule, usersModule } from './routes/users.ts';
import type { Services } from './services.ts';

type Contract = typeof contract;

/** Nouns that the admin API answers for; of `system`, the rest are probes. */
type AdminModules = {
  readonly [Noun in Exclude<keyof Contract, RunNoun | 'aiwriter' | 'platform' | 'system'>]: Module<
    Contract[Noun]
  >;
} & { readonly system: Pick<Module<Contract['system']>, 'status' | 'capabilities'> };

/** The admin API: an operation of the contract that nothing answers does not compile. */
export function adminModules(environment: Environment, services: Services): AdminModules {
  const { config, build, clock } = environment;
  const { people, documents, site, settings, builds, plugins, media, notifications } = services;
  const { path: adminPath } = config.admin;
  const { userNames } = people;
  const sessionServices = { ...people, ttlMilliseconds: config.security.sessionTtl };
  return {
    auth: authModule(sessionServices),
    sessions: sessionsModule(sessionServices),
    totp: totpModule(people),
    password: passwordModule(people),
    tokens: tokensModule(people.tokens),
    users: usersModule({ ...people, ownership: documents.ownership, adminPath }),
    roles: rolesModule(people.roles),
    audit: auditModule(people.auditEntries),
    themes: themesModule(services.themes),
    settings: settingsModule(settings.forms),
    customFields: customFieldsModule(settings.customFields),
    plugins: {
      ...pluginsHandlers({ plugins: plugins.service }),
      ...pluginPanelsHandlers({ ...plugins, adminPath }),
    },
    operations: operationsModule({
      builds,
      clock,
      answers: site.answers,
      schedule: documents.schedule,
    }),
    backups: { ...backupsHandlers(services.backups), ...gitBackupsHandlers(services.backups) },
    system: systemHandlers({
      config,
      build,
      aiWriter: services.aiWriter,
      pingDatabase: services.health.pingDatabase,
      unwritten: documents.unwritten,
    }),
    documents: documentsModule({
      ...documents,
      clock,
      userNames,
      settings: settings.current,
      site: site.site,
      renderBody: site.renderBody,
    }),
    media: mediaModule(media),
    notifications: notificationsModule({ notifications, userNames }),
  };
}
