import type { BackupService, GitSnapshots, RestoreService } from '@galley/backup';
import type {
  ColleagueService,
  ContentService,
  EditLockService,
  EditorialService,
  NotificationService,
  OwnershipService,
  PreviewLinkService,
  PreviewService,
  RevisionService,
  ScheduleService,
  TrashService,
  WorkingCopyService,
} from '@galley/content';
import type { AiWriter } from '@galley/plugins';
import type { RunServices } from '@galley/run-api';
import type { CustomFieldsService, SettingsService, SiteSettings } from '@galley/settings';
import type { ThemeService } from '@galley/site';
import type { SiteBuilds } from './build/site-builds.ts';
import type { ComposedMedia } from './media/compose.ts';
import type { People } from './people/compose.ts';
import type { ComposedPlugins } from './plugins/compose.ts';
import type { ComposedSite } from './site/compose.ts';
import type { Health } from './system/health.ts';
import type { Unwritten } from './system/module.ts';

export interface DocumentServices {
  /** Of the content tree. */
  readonly root: string;
  readonly content: ContentService;
  readonly colleagues: ColleagueService;
  readonly editLocks: EditLockService;
  readonly editorial: EditorialService;
  readonly ownership: OwnershipService;
  readonly previewLinks: PreviewLinkService;
  readonly previews: PreviewService;
  readonly revisions: RevisionService;
  readonly schedule: ScheduleService;
  readonly trash: TrashService;
  readonly unwritten: Unwritten;
  readonly workingCopies: WorkingCopyService;
}

/** What the content server does, from which its APIs and its site are made. */
export interface Services {
  readonly aiWriter: AiWriter;
  readonly backups: {
    readonly backups: BackupService;
    readonly gitSnapshots: GitSnapshots;
    readonly restores: RestoreService;
  };
  readonly builds: SiteBuilds;
  readonly documents: DocumentServices;
  readonly health: Health;
  readonly media: ComposedMedia;
  readonly notifications: NotificationService;
  readonly people: People;
  /** Nothing of them runs before `run`. */
  readonly plugins: ComposedPlugins;
  readonly runs: RunServices;
  readonly settings: {
    readonly current: () => SiteSettings;
    readonly customFields: CustomFieldsService;
    readonly forms: SettingsService;
  };
  readonly site: ComposedSite;
  readonly themes: ThemeService;
}
