import { AuditRepository } from '@galley/auth';
import type { contract } from '@galley/contract';
import { pingDatabase } from '@galley/database';
import type { Module } from '@galley/http';
import type { AuditEvent } from '@galley/kernel';
import type { RunNoun } from '@galley/run-api';
import type { Services } from './compose.ts';
import type { Environment } from './environment.ts';
import { accountModule } from './account/module.ts';
import { PersonalDataExport } from './account/personal-data.ts';
import { auditModule } from './people/audit.ts';
import { backupsModule } from './backups/module.ts';
import { operationsModule } from './build/module.ts';
import { formsModule } from './forms/module.ts';
import { changesModule } from './changes/module.ts';
import { commentsModule } from './comments/module.ts';
import { documentsModule } from './documents/module.ts';
import { passwordModule, totpModule } from './people/factors.ts';
import { passkeysModule } from './people/passkeys.ts';
import { mailModule } from './mail/module.ts';
import { importsModule } from './importing/module.ts';
import { mediaModule } from './media/module.ts';
import { notificationsModule } from './notifications/module.ts';
import { onboardingModule } from './onboarding/module.ts';
import { pluginsModule } from './plugins/module.ts';
import {
  authModule,
  identityPresenter,
  sessionsModule,
  sessionStarter,
} from './people/sessions.ts';
import { customFieldsModule, settingsModule } from './settings/module.ts';
import { identitiesModule } from './sign-in/handlers.ts';
import { systemHandlers } from './system/module.ts';
import { termsModule } from './terms/module.ts';
import { themesModule } from './themes/module.ts';
import { serviceAccountsModule } from './people/service-accounts.ts';
import { tokensModule } from './people/tokens.ts';
import { rolesModule, usersModule } from './people/users.ts';
import { webhooksModule } from './webhooks/module.ts';

type Contract = typeof contract;

/** Nouns of the admin API; the rest of `system` is probes. */
type AdminModules = {
  readonly [Noun in Exclude<keyof Contract, RunNoun | 'aiwriter' | 'platform' | 'system'>]: Module<
    Contract[Noun]
  >;
} & { readonly system: Pick<Module<Contract['system']>, 'status' | 'capabilities'> };

/** The admin API: an operation of the contract without a handler does not compile. */
export function adminModules(
  { config, db, build: buildInfo, clock }: Environment,
  { people, documents, site, settings, build, plugins, media, ...services }: Services,
): AdminModules {
  const { builds } = build;
  const { answers } = site;
  const { path: adminPath } = config.admin;
  const { userNames, pictures } = people;
  const { onboarding } = services;
  const auditInsertion = (event: AuditEvent | undefined) =>
    event && new AuditRepository({ db, clock }).insertion(event);
  const sessionServices = {
    ...people,
    ...services.signIn,
    signIn: people.signIn,
    adminPath,
    onboarding: onboarding.service,
    offersPasswordReset: services.mail.outbox.isEnabled,
    ttlMilliseconds: config.security.sessionTtl,
  };
  const { notifications } = services;
  return {
    auth: authModule(sessionServices),
    sessions: sessionsModule(sessionServices),
    identities: identitiesModule({ ...services.signIn, users: people.users, adminPath }),
    totp: totpModule(people),
    passkeys: passkeysModule(sessionServices, sessionStarter(sessionServices)),
    password: passwordModule({ ...people, mail: services.mail }),
    tokens: tokensModule(people.tokens),
    serviceAccounts: serviceAccountsModule(people.services, documents.ownership),
    users: usersModule({
      ...people,
      mail: services.mail,
      media: media.service,
      ownership: documents.ownership,
      settings: settings.current,
      adminPath,
    }),
    account: accountModule({
      ...people,
      ...services.mail,
      ...notifications,
      calendarFeeds: services.calendar.feeds,
      ownership: documents.ownership,
      personalData: new PersonalDataExport({
        db,
        clock,
        people: { ...people, identities: services.signIn.identities },
        directory: config.storage.dataDirectory,
      }),
      settings: settings.current,
    }),
    roles: rolesModule(people.roles),
    audit: auditModule(people.auditEntries),
    themes: themesModule({ themes: services.themes.service, media: media.service }),
    settings: settingsModule(settings.forms),
    customFields: customFieldsModule(settings.customFields),
    onboarding: onboardingModule(onboarding.service),
    plugins: pluginsModule({ ...plugins, adminPath }),
    operations: operationsModule({ builds, clock, answers, schedule: documents.schedule }),
    backups: backupsModule(services.backups),
    imports: importsModule(services.imports.service),
    system: systemHandlers({
      config,
      build: buildInfo,
      aiWriter: plugins.aiWriter,
      pingDatabase: () => pingDatabase(db),
      unwritten: documents.unwritten,
      presentIdentity: identityPresenter(sessionServices),
    }),
    documents: documentsModule({
      ...documents,
      clock,
      userNames,
      pictures,
      settings: settings.current,
      site: site.site,
      theme: services.themes.current,
      listBlocks: plugins.listBlocks,
      fieldTypes: plugins.fieldTypes,
      proposedPages: services.runs.proposedPages,
      renderBody: site.renderBody,
      auditInsertion,
    }),
    terms: termsModule({
      terms: documents.terms,
      termRenames: settings.termRenames,
      settings: settings.current,
    }),
    media: mediaModule(media),
    notifications: notificationsModule({ notifications: notifications.service, userNames }),
    changes: changesModule(services.liveChanges),
    comments: commentsModule({ ...documents, userNames, auditInsertion }),
    webhooks: webhooksModule(services.webhooks.service),
    mail: mailModule(services.mail),
    forms: formsModule(services.forms.service),
  };
}
