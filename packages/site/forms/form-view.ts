import {
  maxLengthOf,
  ownFormFields,
  type SiteForm,
  type SiteFormField,
  type SiteSettings,
} from '@galley/settings';
import type { BlockText } from '../markdown/block-syntax.ts';
import { fillPlaceholders, type InterfaceTexts } from '../texts/interface-texts.ts';

/** Address below which forms are sent. */
export const formsFolder = '/__forms';

type FaultText = Extract<keyof InterfaceTexts, `form_${string}`>;

/** Result of sending a form; the page shows it in place of the empty form. */
export interface FormState {
  readonly form: string;
  readonly outcome: 'sent' | 'invalid' | 'full';
  /** As typed, by field. */
  readonly values: Readonly<Record<string, string>>;
  readonly faults: Readonly<Record<string, { readonly text: FaultText; readonly max?: number }>>;
}

export interface FormSource {
  readonly settings: Pick<SiteSettings, 'forms' | 'formServer'>;
  /** False in the static output, which another server may send. */
  readonly isLive: boolean;
  readonly state?: FormState | undefined;
}

export interface FormPlace {
  /** Path of the document. */
  readonly path: string;
  readonly texts: InterfaceTexts;
  /** In feeds, where all addresses are absolute. */
  readonly baseUrl?: string | undefined;
}

/** All forms of the site by name, as `forms` in the template of the shortcode. */
export function formViews(source: FormSource, place: FormPlace): Readonly<Record<string, object>> {
  const found = Object.entries(source.settings.forms);
  return Object.fromEntries(
    found.map(([name, form]) => [name, formView({ name, form, ...source }, place)]),
  );
}

interface NamedForm extends FormSource {
  readonly name: string;
  readonly form: SiteForm;
}

function formView(named: NamedForm, { path, texts, baseUrl }: FormPlace): object {
  const { name, form } = named;
  const state = named.state?.form === name ? named.state : undefined;
  const id = `form-${name}`;
  const { trap } = ownFormFields;
  const fault = (field: string): string => {
    const found = state?.faults[field];
    return found === undefined
      ? ''
      : fillPlaceholders(texts[found.text], found.max === undefined ? {} : { max: found.max });
  };
  return {
    id,
    name,
    title: form.title,
    action: actionOf(named, baseUrl),
    page: path,
    button: form.button ?? texts.form_send,
    thanks: form.thanks ?? texts.form_sent,
    is_sent: state?.outcome === 'sent',
    problem: state === undefined ? '' : problemOf(state, texts),
    fields: form.fields.map((field) => ({
      ...fieldView(field, id),
      value: state?.values[field.name] ?? '',
      error: fault(field.name),
    })),
    trap: { name: trap, id: `${id}-${trap}`, error: fault(trap) },
  };
}

function problemOf({ outcome }: FormState, texts: InterfaceTexts): string {
  if (outcome === 'full') return texts.form_full;
  return outcome === 'invalid' ? texts.form_invalid : '';
}

/** Empty where no server would take the form. */
function actionOf({ name, settings, isLive }: NamedForm, baseUrl: string | undefined): string {
  const server = isLive ? (baseUrl ?? '') : settings.formServer;
  return server === undefined ? '' : `${server}${formsFolder}/${name}#form-${name}`;
}

function fieldView(field: SiteFormField, formId: string): object {
  const { name, label, type, required, options, help } = field;
  return {
    id: `${formId}-${name}`,
    name,
    label,
    type,
    required,
    options,
    help: help ?? '',
    max_length: maxLengthOf(field),
    autocomplete: autocompletes.get(name) ?? autocompletes.get(type) ?? '',
  };
}

/** WCAG 1.3.5: browsers fill in what they know of the visitor. */
const autocompletes: ReadonlyMap<string, string> = new Map([
  ['name', 'name'],
  ['email', 'email'],
  ['phone', 'tel'],
  ['tel', 'tel'],
  ['organization', 'organization'],
  ['url', 'url'],
]);

/** Throws for a call of the shortcode `form` without a form of the site. */
export function requireForm(
  { name, attributes, args }: BlockText,
  forms: Readonly<Record<string, object>>,
): void {
  if (name !== 'form') return;
  const wanted = attributes.name ?? args[0] ?? '';
  if (Object.hasOwn(forms, wanted)) return;
  const known = Object.keys(forms);
  const hint =
    known.length === 0
      ? 'Define it in forms of site.yaml.'
      : `The forms of this site are ${known.join(', ')}.`;
  throw new Error(`There is no form "${wanted}". ${hint}`);
}
