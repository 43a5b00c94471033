import { defineWords } from '../../lib/words.ts';

/** Texts of the pages before sign-in: sign-in, setup, new passwords and second factors. */
export const doorWords = defineWords({
  en: {
    signIn: 'Sign in',
    firstTime:
      'The first time here? While there is no user, Galley prints a set-up link when it starts.',
    signedOut: 'You are signed out.',
    passwordSet: 'Your new password is set. Sign in with it.',
    goOn: 'Go on to the admin',
    already: (name: string) => `You are signed in as ${name}.`,

    setup: 'Welcome to Galley',
    setupText:
      'Nobody has an account here yet. This one becomes the administrator, who may do everything.',
    username: 'User name',
    usernameHelp: 'For signing in: letters, digits, dots, hyphens.',
    name: 'Your name',
    email: 'E-mail',
    optional: 'Optional.',
    createAccount: 'Create the account',
    setupBroken: 'This set-up link does not work',
    setupBrokenText: 'It has been used, has expired, or is not whole.',
    setupDone: 'Has somebody set this site up already? Then sign in.',
    setupAgain:
      'Otherwise stop the server and run “galley serve” again. While there is no user, it prints a new link, valid for 24 hours.',

    reset: 'Choose a password',
    resetText:
      'With it you sign in from now on. Where you are signed in at present, you will be signed out.',
    setPassword: 'Set the password',
    resetBroken: 'This link does not work',
    resetBrokenText:
      'It has been used, has expired, has been replaced by a newer one, or is not whole.',
    resetAgain: 'Ask whoever sent it for another one. Do you know your password? Then sign in.',

    factorDue: 'A second factor is needed',
    factorDueText:
      'This site asks everybody for a code of an authenticator app beside the password. Set one up to go on.',
    begin: 'Set it up',
    signOut: 'Sign out',

    password: 'Password',
    newPassword: 'New password',
    repeat: 'The same password again',
    different: 'The two passwords are not the same.',
    tooShort: (least: number) => `Use at least ${least} characters.`,
    rules: 'What it needs',
    ruleLength: (least: number, length: number) =>
      length === 0 || length >= least
        ? `At least ${least} characters`
        : `At least ${least} characters; ${least - length} more`,
    ruleName: 'It is not the user name',
    ruleVaried: 'It does not repeat itself',
    ruleWords: 'A few unrelated words in a row are good, and easy to remember.',
    met: 'done',
    unmet: 'still to do',
    strength: 'Strength',
    none: '–',
    weak: 'weak',
    fair: 'fair',
    good: 'good',
    strong: 'strong',

    factorTitle: 'Set up a second factor',
    step1: '1. Put Galley into your authenticator app',
    scan: 'Scan this with an app such as Aegis, 2FAS, Google or Microsoft Authenticator.',
    qr: 'QR code for the authenticator app',
    secret: 'Or type this key',
    secretHelp: 'Time-based, six digits, every 30 seconds.',
    openApp: 'Open an app on this device',
    step2: '2. Type the code that it shows',
    code: 'Code',
    codeHelp: 'Six digits. Other devices that are signed in as you are signed out.',
    turnOn: 'Turn it on',
    needCode: 'Type the code first.',

    codesTitle: 'Keep your recovery codes',
    codesText:
      'Each of them signs you in once in place of a code, should your phone be gone. They are shown only now. Earlier ones no longer work.',
    codes: 'Recovery codes',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'The browser forbids copying. Select the codes and copy them by hand.',
    download: 'Download',
    print: 'Print',
    keptCodes: 'I have kept them',
    done: 'Done',
    keepFirst: 'Say first that you have kept them.',
  },
  de: {
    signIn: 'Anmelden',
    firstTime:
      'Zum ersten Mal hier? Solange es niemanden gibt, druckt Galley beim Start einen Link zum Einrichten.',
    signedOut: 'Sie sind abgemeldet.',
    passwordSet: 'Ihr neues Passwort gilt. Melden Sie sich damit an.',
    goOn: 'Weiter zur Verwaltung',
    already: (name: string) => `Sie sind als ${name} angemeldet.`,

    setup: 'Willkommen bei Galley',
    setupText: 'Noch hat hier niemand ein Konto. Mit diesem wird man Administrator und darf alles.',
    username: 'Benutzername',
    usernameHelp: 'Zum Anmelden: Buchstaben, Ziffern, Punkte, Bindestriche.',
    name: 'Ihr Name',
    email: 'E-Mail',
    optional: 'Freiwillig.',
    createAccount: 'Konto anlegen',
    setupBroken: 'Dieser Link zum Einrichten funktioniert nicht',
    setupBrokenText: 'Er wurde benutzt, ist abgelaufen oder nicht vollständig.',
    setupDone: 'Hat jemand diese Website schon eingerichtet? Dann melden Sie sich an.',
    setupAgain:
      'Sonst beenden Sie den Server und starten „galley serve“ neu. Solange es niemanden gibt, druckt er einen neuen Link, der 24 Stunden gilt.',

    reset: 'Passwort wählen',
    resetText:
      'Damit melden Sie sich von nun an an. Wo Sie zurzeit angemeldet sind, werden Sie abgemeldet.',
    setPassword: 'Passwort festlegen',
    resetBroken: 'Dieser Link funktioniert nicht',
    resetBrokenText:
      'Er wurde benutzt, ist abgelaufen, durch einen neueren ersetzt oder nicht vollständig.',
    resetAgain:
      'Bitten Sie um einen neuen, wer ihn geschickt hat. Kennen Sie Ihr Passwort? Dann melden Sie sich an.',

    factorDue: 'Ein zweiter Faktor ist nötig',
    factorDueText:
      'Diese Website verlangt von allen neben dem Passwort den Code einer Authenticator-App. Richten Sie eine ein, um fortzufahren.',
    begin: 'Einrichten',
    signOut: 'Abmelden',

    password: 'Passwort',
    newPassword: 'Neues Passwort',
    repeat: 'Dasselbe Passwort noch einmal',
    different: 'Die beiden Passwörter sind nicht gleich.',
    tooShort: (least: number) => `Mindestens ${least} Zeichen, bitte.`,
    rules: 'Was es braucht',
    ruleLength: (least: number, length: number) =>
      length === 0 || length >= least
        ? `Mindestens ${least} Zeichen`
        : `Mindestens ${least} Zeichen; noch ${least - length}`,
    ruleName: 'Es ist nicht der Benutzername',
    ruleVaried: 'Es wiederholt sich nicht',
    ruleWords: 'Ein paar beliebige Wörter hintereinander sind gut und leicht zu merken.',
    met: 'erfüllt',
    unmet: 'noch offen',
    strength: 'Stärke',
    none: '–',
    weak: 'schwach',
    fair: 'mäßig',
    good: 'gut',
    strong: 'stark',

    factorTitle: 'Zweiten Faktor einrichten',
    step1: '1. Nehmen Sie Galley in Ihre Authenticator-App auf',
    scan: 'Scannen Sie dies mit einer App wie Aegis, 2FAS, Google oder Microsoft Authenticator.',
    qr: 'QR-Code für die Authenticator-App',
    secret: 'Oder tippen Sie diesen Schlüssel ab',
    secretHelp: 'Zeitbasiert, sechs Ziffern, alle 30 Sekunden.',
    openApp: 'Eine App auf diesem Gerät öffnen',
    step2: '2. Geben Sie den Code ein, den sie zeigt',
    code: 'Code',
    codeHelp: 'Sechs Ziffern. Ihre anderen Geräte werden abgemeldet.',
    turnOn: 'Einschalten',
    needCode: 'Geben Sie zuerst den Code ein.',

    codesTitle: 'Bewahren Sie Ihre Wiederherstellungscodes auf',
    codesText:
      'Jeder davon meldet Sie einmal anstelle eines Codes an, falls Ihr Telefon weg ist. Sie werden nur jetzt gezeigt. Frühere gelten nicht mehr.',
    codes: 'Wiederherstellungscodes',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyFailed: 'Der Browser verbietet das Kopieren. Markieren und kopieren Sie die Codes selbst.',
    download: 'Herunterladen',
    print: 'Drucken',
    keptCodes: 'Ich habe sie aufbewahrt',
    done: 'Fertig',
    keepFirst: 'Bestätigen Sie zuerst, dass Sie sie aufbewahrt haben.',
  },
});
