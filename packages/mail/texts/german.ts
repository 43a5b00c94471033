import type { MailKind } from '../mail.ts';

export const german: Readonly<Record<MailKind, string>> = {
  invitation: `{{ inviter }} lädt Sie zu {{ site }} ein

Guten Tag {{ name }},

{{ inviter }} hat für Sie ein Konto bei {{ site }} angelegt. Wählen Sie ein Passwort, um sich anzumelden:

[Passwort wählen]({{ link }})

Ihr Benutzername ist **{{ username }}**. Der Link funktioniert einmal, bis {{ expires }}.

Wenn Sie diese Nachricht nicht erwartet haben, ignorieren Sie sie.
`,
  password_reset: `Neues Passwort für {{ site }} wählen

Guten Tag {{ name }},

für Ihr Konto **{{ username }}** bei {{ site }} wurde ein neues Passwort angefordert.

[Neues Passwort wählen]({{ link }})

Der Link funktioniert einmal, bis {{ expires }}. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht: Ihr Passwort bleibt unverändert.
`,
  password_changed: `Ihr Passwort für {{ site }} wurde geändert

Guten Tag {{ name }},

das Passwort Ihres Kontos **{{ username }}** bei {{ site }} wurde am {{ time }} geändert. Andere Sitzungen wurden abgemeldet.

Wenn Sie das nicht waren, [fordern Sie ein neues Passwort an]({{ link }}) und informieren Sie die Administration.
`,
  second_factor_enabled: `Zwei-Faktor-Anmeldung für {{ site }} ist eingeschaltet

Guten Tag {{ name }},

für Ihr Konto **{{ username }}** bei {{ site }} wurde am {{ time }} die Zwei-Faktor-Anmeldung eingerichtet.

Wenn Sie das nicht waren, informieren Sie die Administration.
`,
  second_factor_disabled: `Zwei-Faktor-Anmeldung für {{ site }} ist ausgeschaltet

Guten Tag {{ name }},

für Ihr Konto **{{ username }}** bei {{ site }} wurde am {{ time }} die Zwei-Faktor-Anmeldung ausgeschaltet. Zur Anmeldung genügt Ihr Passwort.

Wenn Sie das nicht waren, [fordern Sie ein neues Passwort an]({{ link }}) und informieren Sie die Administration.
`,
  passkey_added: `Ein Passkey für {{ site }} wurde hinzugefügt

Guten Tag {{ name }},

der Passkey „{{ passkey }}“ wurde am {{ time }} zu Ihrem Konto **{{ username }}** bei {{ site }} hinzugefügt. Sie können sich damit anmelden. Andere Sitzungen wurden abgemeldet.

Wenn Sie das nicht waren, [fordern Sie ein neues Passwort an]({{ link }}), entfernen Sie den Passkey in Ihrem Konto und informieren Sie die Administration.
`,
  passkey_removed: `Ein Passkey für {{ site }} wurde entfernt

Guten Tag {{ name }},

der Passkey „{{ passkey }}“ wurde am {{ time }} aus Ihrem Konto **{{ username }}** bei {{ site }} entfernt. Eine Anmeldung damit ist nicht mehr möglich.

Wenn Sie das nicht waren, [fordern Sie ein neues Passwort an]({{ link }}) und informieren Sie die Administration.
`,
  sign_in_linked: `Eine Anmeldung wurde mit Ihrem Konto bei {{ site }} verknüpft

Guten Tag {{ name }},

mit Ihrem Konto **{{ username }}** bei {{ site }} wurde am {{ time }} die Anmeldung bei einem anderen Dienst verknüpft. Sie öffnet Ihr Konto ohne Ihr Passwort.

Falls Sie das nicht waren, wenden Sie sich an die Administration, die sie entfernen kann.
`,
  sign_in_unlinked: `Eine Anmeldung wurde von Ihrem Konto bei {{ site }} entfernt

Guten Tag {{ name }},

von Ihrem Konto **{{ username }}** bei {{ site }} wurde am {{ time }} eine verknüpfte Anmeldung entfernt. Andere Sitzungen wurden abgemeldet.

Falls Sie das nicht waren, wenden Sie sich an die Administration.
`,
  email_changed: `Ihre E-Mail-Adresse bei {{ site }} wurde geändert

Guten Tag {{ name }},

die E-Mail-Adresse Ihres Kontos **{{ username }}** bei {{ site }} wurde am {{ time }} geändert. An diese Adresse kommen keine Nachrichten mehr.

Wenn Sie das nicht waren, informieren Sie die Administration.
`,
  token_expiring: `Ihr API-Token {{ token }} läuft bald ab

Guten Tag {{ name }},

Ihr API-Token **{{ token }}** bei {{ site }} läuft am {{ expires }} ab. Programme, die ihn verwenden, werden dann abgewiesen.

[Erneuern oder widerrufen]({{ link }})
`,
  service_token_expiring: `Der API-Token {{ token }} von {{ account }} läuft bald ab

Guten Tag {{ name }},

der API-Token **{{ token }}** des Dienstkontos **{{ account }}** bei {{ site }} läuft am {{ expires }} ab. Sie sind für dieses Konto verantwortlich.

[Erneuern oder widerrufen]({{ link }}), oder bitten Sie jemanden darum, der Benutzer verwaltet.
`,
  email_confirm: `E-Mail-Adresse für {{ site }} bestätigen

Guten Tag {{ name }},

diese Adresse wurde für das Konto **{{ username }}** bei {{ site }} eingetragen.

[Adresse bestätigen]({{ link }})

Der Link funktioniert einmal, bis {{ expires }}, und nur wenn Sie angemeldet sind. Wenn Sie diese Nachricht nicht erwartet haben, ignorieren Sie sie.
`,
  email_requested: `Ihre E-Mail-Adresse bei {{ site }} soll geändert werden

Guten Tag {{ name }},

am {{ time }} hat jemand, der in Ihrem Konto **{{ username }}** bei {{ site }} angemeldet war, {{ email }} als neue E-Mail-Adresse eingetragen.

Wenn Sie das nicht waren, behalten Sie diese Adresse:

[Adresse behalten]({{ link }})

Der Link funktioniert bis {{ expires }}, auch nachdem die neue Adresse bestätigt wurde. Wählen Sie danach ein neues Passwort:

[Neues Passwort wählen]({{ password }})
`,
  new_device: `Neue Anmeldung bei {{ site }}

Guten Tag {{ name }},

in Ihrem Konto **{{ username }}** bei {{ site }} hat sich jemand mit einem Browser angemeldet, den Sie bisher nicht benutzt haben.

- Zeit: {{ time }}
- Gerät: {{ device }}
- Netz: {{ network }}

Wenn Sie das waren, ist nichts zu tun. Wenn nicht, wählen Sie ein neues Passwort. Das meldet alle Geräte ab:

[Neues Passwort wählen]({{ password }})

[Angemeldete Geräte ansehen]({{ link }})
`,
  review_requested: `Prüfung erbeten: {{ title }}

Guten Tag {{ name }},

{{ actor }} bittet um eine Prüfung von **{{ title }}**. {{ note }}

[Prüfen]({{ link }})

[Diese Nachrichten abbestellen]({{ unsubscribe }})
`,
  assigned: `Ihnen zugewiesen: {{ title }}

Guten Tag {{ name }},

{{ actor }} hat Ihnen **{{ title }}** zugewiesen. {{ note }}

[Öffnen]({{ link }})

[Diese Nachrichten abbestellen]({{ unsubscribe }})
`,
  approved: `Freigegeben: {{ title }}

Guten Tag {{ name }},

{{ actor }} hat **{{ title }}** freigegeben. {{ note }}

[Öffnen]({{ link }})

[Diese Nachrichten abbestellen]({{ unsubscribe }})
`,
  changes_requested: `Änderungen erbeten: {{ title }}

Guten Tag {{ name }},

{{ actor }} bittet um Änderungen an **{{ title }}**. {{ note }}

[Öffnen]({{ link }})

[Diese Nachrichten abbestellen]({{ unsubscribe }})
`,
  schedule_missed: `Termin verpasst: {{ title }}

Guten Tag {{ name }},

**{{ title }}** konnte nicht wie geplant veröffentlicht oder zurückgezogen werden. {{ note }}

[Öffnen]({{ link }})

[Diese Nachrichten abbestellen]({{ unsubscribe }})
`,
  mentioned: `{{ actor }} erwähnt Sie: {{ title }}

Guten Tag {{ name }},

{{ actor }} erwähnt Sie in einem Kommentar zu **{{ title }}**. {{ note }}

[Öffnen]({{ link }})

[Diese Nachrichten abbestellen]({{ unsubscribe }})
`,
  commented: `Neuer Kommentar: {{ title }}

Guten Tag {{ name }},

{{ actor }} hat **{{ title }}** kommentiert. {{ note }}

[Öffnen]({{ link }})

[Diese Nachrichten abbestellen]({{ unsubscribe }})
`,
  published: `Veröffentlicht: {{ title }}

Guten Tag {{ name }},

{{ actor }} hat **{{ title }}** veröffentlicht. {{ note }}

[Öffnen]({{ link }})

[Diese Nachrichten abbestellen]({{ unsubscribe }})
`,
  due_soon: `Bald fällig: {{ title }}

Guten Tag {{ name }},

**{{ title }}** ist am {{ note }} fällig und noch nicht fertig.

[Öffnen]({{ link }})

[Diese Nachrichten abbestellen]({{ unsubscribe }})
`,
  overdue: `Überfällig: {{ title }}

Guten Tag {{ name }},

**{{ title }}** war am {{ note }} fällig und ist noch nicht fertig.

[Öffnen]({{ link }})

[Diese Nachrichten abbestellen]({{ unsubscribe }})
`,
  test: `Testnachricht von {{ site }}

Diese Nachricht zeigt, dass {{ site }} E-Mails senden kann. Sie wurde am {{ time }} gesendet.
`,
};
