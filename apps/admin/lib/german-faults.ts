/** The groups of the pattern are inserted into the German text. */
type Rule = readonly [english: RegExp, german: string | ((...parts: string[]) => string)];

/** Expected values: the nominative after „erwartet wird“. */
const expectations: readonly Rule[] = [
  [/^(.+) \(in quotes where it looks like a number\)$/, (what) => translateExpected(what)],
  [/^(.+), in quotes where it looks like a number$/, (what) => translateExpected(what)],
  [/^(.+); put it in quotes$/, (what) => translateExpected(what)],
  [/^(.+) \(in quotes\)$/, (what) => translateExpected(what)],
  [/^(.+) \(in quotes\) or teal$/, (what) => `${translateExpected(what)} oder teal`],
  [/^(.+), or ""$/, (what) => `${translateExpected(what)} oder nichts`],
  [
    /^(.+), of (\d+) to ([\d,]+) characters$/,
    (what, from, to) => `${translateExpected(what)}, ${from} bis ${dotted(to)} Zeichen`,
  ],
  [
    /^(.+), of up to ([\d,]+) characters$/,
    (what, to) => `${translateExpected(what)}, höchstens ${dotted(to)} Zeichen`,
  ],
  [/^text( of one line)?$/, (line) => (line ? 'Text in einer Zeile' : 'Text')],
  [/^a text of one line$/, 'Text in einer Zeile'],
  [/^text that is not empty$/, 'Text, nicht leer'],
  [/^a text, or a value with its label$/, 'ein Text, oder ein Wert mit seiner Bezeichnung'],
  [
    /^a text \(in quotes where it looks like a number\), or a value with its label$/,
    'ein Text, oder ein Wert mit seiner Bezeichnung',
  ],
  [/^true or false$/, 'ja oder nein (true oder false)'],
  [
    /^(a|a whole) number(.*)$/,
    (whole, bounds) => `eine ${whole === 'a' ? '' : 'ganze '}Zahl${numberBounds(bounds)}`,
  ],
  [/^one of (.+)$/, (names) => `eines von ${names}`],
  [/^a date such as (.+)$/, (example) => `ein Datum wie ${example}`],
  [/^a time such as (.+)$/, (example) => `eine Zeit wie ${either(example)}`],
  [
    /^a duration from (.+) to (.+), such as (.+)$/,
    (from, to, example) => `eine Dauer von ${from} bis ${to}, etwa ${example}`,
  ],
  [
    /^a duration such as (.+), and at most (.+)$/,
    (example, most) => `eine Dauer wie ${example}, höchstens ${most}`,
  ],
  [
    /^a size from (.+) to (.+), such as (.+), or a number of bytes$/,
    (from, to, example) =>
      `eine Größe von ${from} bis ${to}, etwa ${example}, oder eine Zahl von Bytes`,
  ],
  [/^a colour such as (.+)$/, (example) => `eine Farbe wie ${example}`],
  [
    /^an address such as (.+), without user, query or fragment$/,
    (example) => `eine Adresse wie ${example}, ohne Benutzer, Abfrage und Sprungmarke`,
  ],
  [/^an address such as (.+)$/, (example) => `eine Adresse wie ${either(example)}`],
  [
    /^an old address of this site such as (.+), without \? and #$/,
    (example) => `eine alte Adresse dieser Website wie ${example}, ohne ? und #`,
  ],
  [/^301, 302, 308 or 410 \(gone\)$/, '301, 302, 308 oder 410 (entfernt)'],
  [/^a file of the media such as (.+)$/, (example) => `eine Datei der Medien wie ${example}`],
  [/^the path of a document such as (.+)$/, (example) => `der Pfad eines Dokuments wie ${example}`],
  [
    /^the path of a (directory|file)$/,
    (what) => `der Pfad ${what === 'file' ? 'einer Datei' : 'eines Ordners'}`,
  ],
  [/^a path such as (.+)$/, (example) => `ein Pfad wie ${example}`],
  [/^a pattern such as (.+)$/, (example) => `ein Muster wie ${example}`],
  [/^a language tag such as (.+)$/, (example) => `das Kürzel einer Sprache wie ${either(example)}`],
  [
    /^the name of a time zone, such as (.+)$/,
    (example) => `der Name einer Zeitzone wie ${either(example)}`,
  ],
  [/^the name of an account such as (.+)$/, (example) => `der Name eines Kontos wie ${example}`],
  [
    /^a name of up to (\d+) lower-case letters, digits(, -)? and _ that begins with a letter$/,
    (most, dash) =>
      `ein Name aus höchstens ${most} Kleinbuchstaben, Ziffern${dash ? ', -' : ''} und _, mit einem Buchstaben am Anfang`,
  ],
  [
    /^a name of up to (\d+) letters, digits, (.+) that begins with a letter or digit$/,
    (most, signs) =>
      `ein Name aus höchstens ${most} Buchstaben, Ziffern, ${signs.replace(' and ', ' und ')}, mit einem Buchstaben oder einer Ziffer am Anfang`,
  ],
  [
    /^a name of lower-case letters, digits, - and _$/,
    'ein Name aus Kleinbuchstaben, Ziffern, - und _',
  ],
  [
    /^one path segment of letters, digits, - and _, and none of (.+)$/,
    (names) => `ein Teil eines Pfades aus Buchstaben, Ziffern, - und _, und keines von ${names}`,
  ],
  [/^a host name or an IP address$/, 'ein Rechnername oder eine IP-Adresse'],
  [/^a host and a port, such as (.+)$/, (example) => `ein Rechner mit Port wie ${either(example)}`],
  [
    /^"loopback", an IP address, or a network such as (.+)$/,
    (example) => `„loopback“, eine IP-Adresse oder ein Netz wie ${example}`,
  ],
  [/^a command of one line$/, 'ein Befehl in einer Zeile'],
  [/^a (?:password or token|key) .*without blanks.*$/, 'ein Schlüssel ohne Leerzeichen'],
  [/^a list of texts, such as (.+)$/, (example) => `eine Liste von Texten wie ${example}`],
  [/^a list of from, to and status$/, 'eine Liste aus alter Adresse, neuer Adresse und Status'],
  [
    /^a list(?: of (.+))?$/,
    (what) => (what ? `eine Liste: ${translateExpected(what)}` : 'eine Liste'),
  ],
  [/^a map(?:ping)? of (?:keys|names to values)$/, 'Namen mit Werten'],
  [/^a map of (.+)$/, (names) => `Werte für ${names}`],
  [/^a value of the field$/, 'ein Wert des Feldes'],
  [
    /^absent: fields can be nested at most (\d+) levels deep$/,
    (levels) => `nichts: Felder dürfen ${levels} Ebenen tief ineinanderliegen`,
  ],
  [
    /^draft, in_review, scheduled, published or archived$/,
    'draft, in_review, scheduled, published oder archived',
  ],
  [/^the id of (?:a notification|an event)$/, 'eine Nummer, wie die Liste sie nennt'],
  [/^a SHA-256 of 64 hexadecimal digits$/, 'eine SHA-256-Summe aus 64 hexadezimalen Ziffern'],
];

const receivedValues: readonly Rule[] = [
  [/^a list$/, 'keine Liste'],
  [/^a map of keys$/, 'keine Namen mit Werten'],
  [/^empty$/, 'nicht leer'],
  [/^the \w+ (.+)$/, (value) => `nicht ${value}`],
  [/^(.+)$/, (value) => `nicht ${value}`],
];

const sentences: readonly Rule[] = [
  [
    /^(.+); did you mean (.+)\?$/,
    (fault, name) => `${germanFieldError(fault)}; meinten Sie ${name}?`,
  ],
  [
    /^(.+)\. Did you mean (.+)\?$/,
    (fault, name) => `${germanFieldError(`${fault}.`)} Meinten Sie ${name}?`,
  ],
  [
    /^(must be .+|is missing; it must be .+) \(its value is not shown\)$/,
    (fault) => `${germanFieldError(fault)} (der Wert wird nicht gezeigt)`,
  ],
  [/^must be omitted if the status is 410$/, 'gehört nicht zum Status 410'],
  [
    /^must be a path with :term\/ at its end, such as (.+)$/,
    (example) => `erwartet wird ein Pfad mit :term/ am Ende, etwa ${example}`,
  ],
  [/^must be at least (.+)$/, (least) => `muss mindestens ${least} sein`],
  [
    /^must be (.+?), not ((?:a list|a map of keys|empty|the \w+ .+|".*"…?))$/s,
    (what, value) =>
      `erwartet wird ${translateExpected(what)}, ${applyRules(receivedValues, value) ?? value}`,
  ],
  [/^must be (.+)$/s, (what) => `erwartet wird ${translateExpected(what)}`],
  [/^is missing; it must be (.+)$/, (what) => `fehlt; erwartet wird ${translateExpected(what)}`],
  [/^the key must be (.+)$/, (what) => `als Name erwartet wird ${translateExpected(what)}`],
  [
    /^must have at (least|most) (\d+) rows$/,
    (bound, count) => `braucht ${bound === 'least' ? 'mindestens' : 'höchstens'} ${count} Zeilen`,
  ],
  [
    /^must begin and end with \/, such as (.+)$/,
    (example) => `muss mit / beginnen und enden, etwa ${example}`,
  ],
  [
    /^must not begin with (.+), the folder of another language$/,
    (folder) => `darf nicht mit ${folder} beginnen, dem Ordner einer anderen Sprache`,
  ],
  [/^must not begin with (.+)$/, (starts) => `darf nicht mit ${either(starts)} beginnen`],
  [
    /^must not hold a NUL character or half a surrogate pair$/,
    'enthält ein Zeichen, das sich nicht speichern lässt',
  ],
  [/^must not contain duplicate paths$/, 'nennt einen Pfad zweimal'],
  [/^must not be empty$/, 'darf nicht leer sein'],
  [
    /^must contain :path or :slug, so that every document has a unique address$/,
    'braucht :path oder :slug, damit jedes Dokument eine eigene Adresse hat',
  ],
  [/^is missing$/, 'fehlt'],
  [
    /^is missing: a select needs at least one option$/,
    'fehlt: eine Auswahl braucht mindestens eine Möglichkeit',
  ],
  [
    /^is missing: (?:an object|a repeater) needs at least one field$/,
    'fehlt: hierin muss es mindestens ein Feld geben',
  ],
  [/^is empty$/, 'ist leer'],
  [/^is required without a path$/, 'fehlt'],
  [/^(.+) is required$/, (name) => `„${name}“ ist ein Pflichtfeld`],
  [/^appears twice: (.+)$/s, (name) => `gibt es zweimal: ${name}`],
  [/^is greater than max, which is (.+)$/, (most) => `ist mehr als die Obergrenze ${most}`],
  [
    /^is the name of a shared field, which documents of every type have$/,
    'heißt wie ein gemeinsames Feld, das Dokumente jeder Art haben',
  ],
  [
    /^must be a single path segment, without a slash$/,
    'muss ein einzelner Teil eines Pfades sein, ohne Schrägstrich',
  ],
  [
    /^is (?:not a known field|no setting of this section|not known); there are none$/,
    'ist nicht bekannt: hier gibt es keine',
  ],
  [
    /^is not known: this theme has no settings$/,
    'ist nicht bekannt: dieses Theme hat keine Einstellungen',
  ],
  [
    /^is (?:not a known field|no setting of this section|not known|not a type)(?:; (?:there are|the theme has) (.+))?$/,
    (names) => (names ? `ist nicht bekannt; es gibt ${names}` : 'ist nicht bekannt'),
  ],
  [
    /^unknown key(?:; there are (.+))?$/,
    (names) => (names ? `ist nicht bekannt; es gibt ${names}` : 'ist nicht bekannt'),
  ],
  [
    /^is no content type of this site; there are (.+)$/,
    (names) => `ist keine Art von Dokumenten hier; es gibt ${names}`,
  ],
  [
    /^The user name (.+) stands for no person in histories; choose another one\.$/,
    (name) => `${name} steht in Verläufen für keine Person; wählen Sie einen anderen Namen.`,
  ],
  [
    /^requires the type (.+), not (.+)$/,
    (types, type) => `gehört zu ${either(types)}, nicht zu ${type}`,
  ],
  [
    /^does not fit the field: (.+)$/s,
    (fault) => `passt nicht zum Feld: ${germanFieldError(fault)}`,
  ],
  [
    /^does not agree with the custom fields: ([^:]+): (.+)$/s,
    (path, fault) => `passt nicht zu den eigenen Feldern: ${path}: ${germanFieldError(fault)}`,
  ],
  [/^comes from (.+); change it there$/, (source) => `kommt aus ${source} und wird dort geändert`],
  [
    /^leads to (.+), which is not in the media library$/,
    (target) => `führt zu ${target}, was es in den Medien nicht gibt`,
  ],
  [
    /^leads to (.+), which is not a document$/,
    (target) => `führt zu ${target}, und das ist kein Dokument`,
  ],
  [
    /^leads to an? (.+); it must be an? (.+)$/,
    (type, types) =>
      `führt zu einem Dokument der Art ${type}; möglich ist ${types.replaceAll(' or ', ' oder ')}`,
  ],
  [/^creates a loop: (.+)$/, (circle) => `führt im Kreis: ${circle}`],
  [
    /^line (\d+), column (\d+): (.+)$/s,
    (line, column, fault) => `Zeile ${line}, Spalte ${column}: ${germanFieldError(fault)}`,
  ],
  [/^line (\d+): (.+)$/s, (line, fault) => `Zeile ${line}: ${germanFieldError(fault)}`],
  [
    /^no active user has the name (.+)$/,
    (name) => `es gibt niemanden mit dem Namen ${name}, der sich anmelden kann`,
  ],
  [
    /^(.+) is the (owner|assignee) and cannot review the document; choose another reviewer$/,
    (name, part) =>
      `${part === 'owner' ? `Das Dokument gehört ${name}` : `${name} ist zuständig`}; jemand anderes muss es prüfen`,
  ],
  [
    /^(.+) cannot review; this requires documents\.review$/,
    (name) => `${name} darf nicht prüfen; dazu gehört documents.review`,
  ],
  [
    /^A user name has .+$/,
    'Ein Benutzername hat 1 bis 64 der Buchstaben a bis z, Ziffern, Punkte, Unter- und Bindestriche und beginnt mit einem Buchstaben oder einer Ziffer.',
  ],
  [
    /^The name of a role has .+$/,
    'Der Name einer Rolle hat 1 bis 64 der Buchstaben a bis z, Ziffern, Unter- und Bindestriche und beginnt mit einem Buchstaben.',
  ],
  [/^A name has at most (\d+) characters.*$/, (most) => `Ein Name hat höchstens ${most} Zeichen.`],
  [
    /^An e-mail address looks like .+$/,
    'Eine E-Mail-Adresse sieht aus wie name@example.org; wer keine angibt, lässt das Feld leer.',
  ],
  [
    /^A password needs at least (\d+) characters; this one has (\d+)\..*$/,
    (least, length) =>
      `Ein Passwort braucht mindestens ${least} Zeichen; dieses hat ${length}. Einige Wörter hintereinander merkt man sich leicht.`,
  ],
  [
    /^A password has at most (\d+) characters; this one has (\d+)\.$/,
    (most, length) => `Ein Passwort hat höchstens ${most} Zeichen; dieses hat ${length}.`,
  ],
  [
    /^The password is the user name, or little more\..*$/,
    'Das Passwort ist der Benutzername oder kaum mehr. Wählen Sie eines, das sich nicht aus Ihnen ergibt.',
  ],
  [
    /^This is a common password.*$/,
    'Dieses Passwort ist verbreitet: solche werden zuerst versucht. Wählen Sie eines, das sonst niemand hat.',
  ],
  [
    /^The password repeats itself or follows the keyboard.*$/,
    'Das Passwort wiederholt sich oder folgt der Tastatur und ist leicht zu erraten. Einige Wörter ohne Zusammenhang sind besser.',
  ],
  [
    /^There is no role "(.+)"; there are (.+)\.$/,
    (name, names) => `Es gibt keine Rolle „${name}“; es gibt ${names.replace(' and ', ' und ')}.`,
  ],
  [/^There is no capability "(.+)"\.$/, (name) => `Es gibt kein Recht „${name}“.`],
  [/^Only the role (.+) grants everything\.$/, (role) => `Nur die Rolle ${role} erlaubt alles.`],
  [
    /^Your role does not have (\S+)\.(?: It has (\S+)\.)?$/,
    (scope, own) => `Ihre Rolle hat ${scope} nicht.${own ? ` Sie hat ${own}.` : ''}`,
  ],
  [/^a JSON object is needed$/, 'die Anfrage ist leer'],
  [/^Invalid input: expected (\w+), received undefined$/, 'fehlt'],
  [/^Invalid input: expected (\w+), received (\w+)$/, 'ist von der falschen Art'],
  [
    /^Too (?:small|short): expected (?:string|array) to have >=1 (?:characters|items)$/,
    'darf nicht leer sein',
  ],
  [
    /^Too small: expected (?:string|array) to have >=?(\d+) (?:characters|items)$/,
    (least) => `braucht mindestens ${least}`,
  ],
  [
    /^Too big: expected string to have <=(\d+) characters$/,
    (most) => `hat mehr als ${most} Zeichen`,
  ],
  [/^Too big: expected array to have <=(\d+) items$/, (most) => `hat mehr als ${most} Einträge`],
  [/^Too big: expected (?:number|int) to be <=(\d+)$/, (most) => `ist höchstens ${most}`],
  [/^Too small: expected (?:number|int) to be >=(\d+)$/, (least) => `ist mindestens ${least}`],
];

/** Unknown messages stay in English. */
export function germanFieldError(message: string): string {
  return applyRules(sentences, message) ?? message;
}

const translateExpected = (what: string): string => applyRules(expectations, what) ?? what;

function applyRules(rules: readonly Rule[], text: string): string | undefined {
  for (const [english, german] of rules) {
    const found = english.exec(text);
    if (found) return typeof german === 'string' ? german : german(...found.slice(1));
  }
  return undefined;
}

const dotted = (count: string): string => count.replaceAll(',', '.');
const either = (examples: string): string => examples.replaceAll(' or ', ' oder ');

function numberBounds(bounds: string): string {
  return bounds
    .replace(' from ', ' ab ')
    .replace(/^ ab (\S+) (?:to|up to) /, ' von $1 bis ')
    .replace(' up to ', ' bis ');
}
