export interface NewFormEntry {
  readonly form: string;
  /** Values by the names of the fields; without empty ones. */
  readonly fields: Readonly<Record<string, string>>;
  /** Address of the page with the form; empty if it is not public. */
  readonly page: string;
  readonly lang: string;
}

export interface FormEntry extends NewFormEntry {
  /** In the order of time. */
  readonly id: string;
  readonly submittedAt: Date;
}

export interface FormUsage {
  readonly form: string;
  readonly entries: number;
  readonly bytes: number;
  readonly lastSubmittedAt: Date | null;
}

export interface FormOverview extends FormUsage {
  /** The name, if the form has been removed from the settings. */
  readonly title: string;
  readonly isDefined: boolean;
  /** Further entries are refused. */
  readonly isFull: boolean;
  readonly retentionDays: number;
  /** As in the settings, then those that only entries have. */
  readonly fields: readonly { readonly name: string; readonly label: string }[];
}
