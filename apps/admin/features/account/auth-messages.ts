import { defineMessages } from '../../lib/messages.ts';

export const authMessages = defineMessages({
  en: {
    signIn: 'Sign in',
    firstTime:
      'First time here? Until the first account exists, Galley prints a set-up link when it starts.',
    signedOut: 'You are signed out.',
    passwordSet: 'Your new password is set. You can sign in now.',
    goOn: 'Continue to the admin',
    already: (name: string) => `You are signed in as ${name}.`,

    setup: 'Welcome to Galley',
    setupText: 'Create the first account. It’s an administrator account with all permissions.',
    username: 'User name',
    usernameHelp: 'You sign in with it. Letters, digits, dots and hyphens.',
    name: 'Your name',
    email: 'E-mail',
    optional: 'Optional.',
    createAccount: 'Create account',
    setupBroken: 'This set-up link does not work',
    setupBrokenText: 'It was already used, has expired, or is incomplete.',
    setupDone: 'If this site is already set up, sign in.',
    setupAgain:
      'If it isn’t, restart the server with “galley serve”. Until the first account exists, it prints a new link that is valid for 24 hours.',

    reset: 'Choose a password',
    resetText:
      'You’ll sign in with this password from now on. Your current sessions are signed out.',
    setPassword: 'Set password',
    resetBroken: 'This link does not work',
    resetBrokenText:
      'It was already used, has expired, was replaced by a newer link, or is incomplete.',
    resetAgain: 'Ask the sender for a new link. If you know your password, sign in.',

    factorDue: 'Two-factor authentication required',
    factorDueText:
      'This site requires a code from an authenticator app in addition to your password. Set it up to continue.',
    begin: 'Set up',
    signOut: 'Sign out',

    password: 'Password',
    newPassword: 'New password',
    repeat: 'Repeat password',
    different: 'The passwords don’t match.',
    tooShort: (least: number) => `Use at least ${least} characters.`,
    rules: 'Requirements',
    ruleLength: (least: number, length: number) =>
      length === 0 || length >= least
        ? `At least ${least} characters`
        : `At least ${least} characters; ${least - length} more`,
    ruleName: 'Not the same as your user name',
    ruleVaried: 'No repeated pattern',
    ruleWords: 'A few unrelated words make a strong password that’s easy to remember.',
    met: 'met',
    unmet: 'not met',
    strength: 'Strength',
    none: '–',
    weak: 'weak',
    fair: 'fair',
    good: 'good',
    strong: 'strong',

    factorTitle: 'Set up two-factor authentication',
    step1: '1. Add Galley to your authenticator app',
    scan: 'Scan this code with an app such as Aegis, 2FAS, Google or Microsoft Authenticator.',
    qr: 'QR code for the authenticator app',
    secret: 'Or enter this key',
    secretHelp: 'Time-based, six digits, every 30 seconds.',
    openApp: 'Open the authenticator app on this device',
    step2: '2. Enter the code from the app',
    code: 'Code',
    codeHelp: 'Six digits. Your other devices are signed out.',
    turnOn: 'Turn on',
    needCode: 'Enter the code first.',

    codesTitle: 'Save your recovery codes',
    codesText:
      'Each code signs you in once if you lose your phone. The codes are shown only now, and earlier codes no longer work.',
    codes: 'Recovery codes',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Your browser blocked copying. Select the codes and copy them manually.',
    download: 'Download',
    print: 'Print',
    keptCodes: 'I’ve saved these codes',
    done: 'Done',
    keepFirst: 'Confirm that you’ve saved the codes',
  },
  de: {
    signIn: 'Anmelden',
    firstTime:
      'Zum ersten Mal hier? Solange es kein Konto gibt, gibt Galley beim Start einen Link zum Einrichten aus.',
    signedOut: 'Sie sind abgemeldet.',
    passwordSet: 'Ihr neues Passwort ist festgelegt. Sie können sich jetzt anmelden.',
    goOn: 'Weiter zur Verwaltung',
    already: (name: string) => `Sie sind als ${name} angemeldet.`,

    setup: 'Willkommen bei Galley',
    setupText: 'Legen Sie das erste Konto an. Es ist ein Administratorkonto mit allen Rechten.',
    username: 'Benutzername',
    usernameHelp: 'Damit melden Sie sich an. Buchstaben, Ziffern, Punkte und Bindestriche.',
    name: 'Ihr Name',
    email: 'E-Mail',
    optional: 'Freiwillig.',
    createAccount: 'Konto anlegen',
    setupBroken: 'Dieser Link zum Einrichten funktioniert nicht',
    setupBrokenText: 'Er wurde schon benutzt, ist abgelaufen oder unvollständig.',
    setupDone: 'Wenn diese Website schon eingerichtet ist, melden Sie sich an.',
    setupAgain:
      'Sonst starten Sie den Server mit „galley serve“ neu. Solange es kein Konto gibt, gibt er einen neuen Link aus, der 24 Stunden gilt.',

    reset: 'Passwort wählen',
    resetText:
      'Mit diesem Passwort melden Sie sich künftig an. Ihre bestehenden Sitzungen werden abgemeldet.',
    setPassword: 'Passwort festlegen',
    resetBroken: 'Dieser Link funktioniert nicht',
    resetBrokenText:
      'Er wurde schon benutzt, ist abgelaufen, durch einen neueren ersetzt oder unvollständig.',
    resetAgain:
      'Bitten Sie den Absender um einen neuen Link. Wenn Sie Ihr Passwort kennen, melden Sie sich an.',

    factorDue: 'Ein zweiter Faktor ist nötig',
    factorDueText:
      'Diese Website verlangt neben dem Passwort den Code einer Authenticator-App. Richten Sie eine ein, um fortzufahren.',
    begin: 'Einrichten',
    signOut: 'Abmelden',

    password: 'Passwort',
    newPassword: 'Neues Passwort',
    repeat: 'Passwort wiederholen',
    different: 'Die Passwörter stimmen nicht überein.',
    tooShort: (least: number) => `Mindestens ${least} Zeichen, bitte.`,
    rules: 'Anforderungen',
    ruleLength: (least: number, length: number) =>
      length === 0 || length >= least
        ? `Mindestens ${least} Zeichen`
        : `Mindestens ${least} Zeichen; noch ${least - length}`,
    ruleName: 'Nicht gleich dem Benutzernamen',
    ruleVaried: 'Kein wiederholtes Muster',
    ruleWords: 'Ein paar beliebige Wörter ergeben ein starkes Passwort, das leicht zu merken ist.',
    met: 'erfüllt',
    unmet: 'nicht erfüllt',
    strength: 'Stärke',
    none: '–',
    weak: 'schwach',
    fair: 'mäßig',
    good: 'gut',
    strong: 'stark',

    factorTitle: 'Zweiten Faktor einrichten',
    step1: '1. Nehmen Sie Galley in Ihre Authenticator-App auf',
    scan: 'Scannen Sie diesen Code mit einer App wie Aegis, 2FAS, Google oder Microsoft Authenticator.',
    qr: 'QR-Code für die Authenticator-App',
    secret: 'Oder geben Sie diesen Schlüssel ein',
    secretHelp: 'Zeitbasiert, sechs Ziffern, alle 30 Sekunden.',
    openApp: 'Authenticator-App auf diesem Gerät öffnen',
    step2: '2. Geben Sie den Code aus der App ein',
    code: 'Code',
    codeHelp: 'Sechs Ziffern. Ihre anderen Geräte werden abgemeldet.',
    turnOn: 'Einschalten',
    needCode: 'Geben Sie zuerst den Code ein.',

    codesTitle: 'Speichern Sie Ihre Wiederherstellungscodes',
    codesText:
      'Jeder Code meldet Sie einmal an, falls Sie Ihr Telefon verlieren. Die Codes werden nur jetzt gezeigt, frühere gelten nicht mehr.',
    codes: 'Wiederherstellungscodes',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyFailed:
      'Ihr Browser hat das Kopieren verhindert. Markieren Sie die Codes, und kopieren Sie sie von Hand.',
    download: 'Herunterladen',
    print: 'Drucken',
    keptCodes: 'Ich habe diese Codes gespeichert',
    done: 'Fertig',
    keepFirst: 'Bestätigen Sie, dass Sie die Codes gespeichert haben',
  },
});
