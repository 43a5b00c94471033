import type { MetricsSource, RateLimits } from '@galley/http';
import type { Ticker } from '@galley/kernel';
import type { McpEndpoint } from '@galley/mcp';
import { AllowedHosts, createCleanupJob, rateLimitsOf } from '@galley/service';
import { composeAgents } from './agents/compose.ts';
import { composeBackups } from './backups/compose.ts';
import { composeCalendar } from './calendar/compose.ts';
import { composeBuild } from './build/compose.ts';
import { composeDocuments } from './documents/compose.ts';
import type { Environment } from './environment.ts';
import { composeMail } from './mail/compose.ts';
import { composeImports } from './importing/compose.ts';
import { composeChanges } from './changes/compose.ts';
import { composeForms } from './forms/compose.ts';
import { composeMcp } from './mcp/compose.ts';
import { composeMedia } from './media/compose.ts';
import type { ServiceComponent } from './service-component.ts';
import { composeNotifications } from './notifications/compose.ts';
import { composeOnboarding } from './onboarding/compose.ts';
import { composePeople } from './people/compose.ts';
import { composePlugins } from './plugins/compose.ts';
import { composeRooms } from './rooms/compose.ts';
import { composeSettings } from './settings/compose.ts';
import { LiveSiteSettings } from './settings/live-site-settings.ts';
import { SettingsChanges } from './settings/settings-changes.ts';
import { composeSite } from './site/compose.ts';
import { composeSignIn } from './sign-in/compose.ts';
import { composeSystem } from './system/compose.ts';
import { Health } from './system/health.ts';
import { composeThemes, openTheme } from './themes/compose.ts';
import { composeWebhooks } from './webhooks/compose.ts';

export interface ContentServer {
  readonly environment: Environment;
  readonly services: Services;
  readonly rateLimits: RateLimits;
  readonly hosts: AllowedHosts;
  readonly mcp: McpEndpoint;
  readonly health: Health;
  readonly jobs: readonly Ticker[];
  /** Wakes the consumers of events. */
  readonly onChange: () => void;
  readonly metrics: readonly MetricsSource[];
}

export type Services = Awaited<ReturnType<typeof composeServices>>;

export async function compose(environment: Environment): Promise<ContentServer> {
  const rateLimits = rateLimitsOf(environment.config);
  const services = await composeServices(environment, rateLimits);
  const nouns: readonly ServiceComponent[] = Object.values(services);
  const tasks = Object.fromEntries(
    nouns.flatMap(({ cleanupTasks = {} }) => Object.entries(cleanupTasks)),
  );
  const checks = Object.fromEntries(nouns.flatMap(({ health = {} }) => Object.entries(health)));
  const eventConsumers = nouns.flatMap((noun) => noun.eventConsumers ?? []);
  const maySendStale = (): boolean => services.site.answers.maySendStale;
  const hosts = composeHosts(environment, services.settings.current);
  return {
    environment,
    services,
    rateLimits,
    hosts,
    mcp: composeMcp(environment, { runs: services.runs, rateLimits, hosts }),
    health: new Health({ ...environment, checks, maySendStale }),
    jobs: [
      ...nouns.flatMap(({ jobs = [] }) => jobs),
      ...eventConsumers,
      createCleanupJob({ ...environment, tasks }),
    ],
    onChange: wakingSoon(eventConsumers),
    metrics: nouns.flatMap(({ metrics = [] }) => metrics),
  };
}

function composeHosts(
  { config, logger }: Environment,
  settings: Services['settings']['current'],
): AllowedHosts {
  const { allowedHosts: allowed, host: listening, trustedProxies } = config.server;
  const siteUrl = (): string => settings().url;
  return new AllowedHosts({ allowed, listening, trustedProxies, siteUrl, logger });
}

/** Changes within the same 80 ms wake the loops once. */
function wakingSoon(loops: readonly Ticker[]): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const loop of loops) loop.wake();
    }, 80).unref();
  };
}

async function composeServices(environment: Environment, rateLimits: RateLimits) {
  const { contentDirectory } = environment.config.storage;
  const siteSettings = await LiveSiteSettings.load(contentDirectory, environment.logger);
  const { current } = siteSettings;
  const system = composeSystem(environment, rateLimits);
  const people = await composePeople(environment, current);
  const signIn = composeSignIn(environment, { people, settings: current });
  const changes = await SettingsChanges.open({ ...environment, siteSettings, audit: people.audit });
  const plugins = composePlugins(environment, { audit: people.audit, changes });
  const theme = await openTheme(environment, { settings: current, changes });
  const { filters } = plugins;
  const site = composeSite(environment, { settings: current, changes, theme, filters });
  changes.follow(site.feed, () => theme.reload());
  plugins.host.subscribe(() => {
    siteSettings.setFieldTypes(plugins.fieldTypes());
    site.answers.clear();
  });
  const build = composeBuild(environment, { site, theme, plugins, changes });
  const { builds } = build;
  const media = await composeMedia(environment, { ...site, builds, settings: current });
  const documents = await composeDocuments(environment, {
    changes,
    people,
    media,
    gate: plugins.gate,
  });
  plugins.reach({ ...site, content: documents.content, media });
  const backups = composeBackups(environment, { changes, documents, media });
  const mail = composeMail(environment, { sealer: people.sealer, settings: current });
  const calendar = composeCalendar(environment, { documents, mail, settings: current });
  const notifications = composeNotifications(environment, { people, mail });
  const liveChanges = composeChanges(environment);
  const rooms = composeRooms(environment, { content: documents.content, settings: current });
  const webhooks = composeWebhooks(environment, people);
  const forms = composeForms(environment, { settings: current });
  const { gitSnapshots } = backups;
  const runs = await composeAgents(environment, {
    ...documents,
    gitSnapshots,
    settings: current,
    site: site.site,
  });
  const themes = composeThemes(environment, { live: theme, changes });
  const settings = composeSettings(environment, { changes, plugins, themes });
  const imports = composeImports(environment, {
    documents,
    media,
    settings: current,
    forms: settings.forms,
  });
  const onboarding = composeOnboarding(environment, {
    people,
    documents,
    media,
    changes,
    settings,
  });
  return {
    system,
    people,
    signIn,
    site,
    documents,
    themes,
    build,
    media,
    backups,
    notifications,
    calendar,
    liveChanges,
    rooms,
    webhooks,
    mail,
    forms,
    runs,
    plugins,
    settings,
    imports,
    onboarding,
  };
}
