import { counted, defineWords } from '../../../lib/words.ts';

export const conflictWords = defineWords({
  en: {
    title: 'Somebody else has saved this document',
    by: (name: string, when: string) => `${name} saved it ${when}, after you had opened it.`,
    bySomebody: 'It was saved after you had opened it.',
    kept: 'Your text is kept. Make one of the two, then save it on top of theirs.',
    clashes: (count: number) =>
      `${counted(count, 'place was', 'places were')} changed by both of you: there it says what you wrote.`,
    merged: 'Your changes touch different places, and both are in the result already.',
    theirs: 'What they saved',
    base: 'What both began with',
    result: 'The result: edit it as you like',
    compareWith: 'On the left',
    useBoth: 'Both together',
    useMine: 'Mine alone',
    useTheirs: 'Theirs alone',
    startFrom: 'Begin with',
    save: 'Save the result',
    saved: 'Saved, on top of their text',
    later: 'Later',
    laterTitle: 'Leave the result?',
    laterText: 'What you changed in the result is lost; your text and theirs are not.',
    takeTheirs: 'Drop mine',
    takeTitle: 'Drop your text?',
    takeText:
      'You go on with what they saved. While this page is open, undo brings your text back.',
    change: 'Take this change',
  },
  de: {
    title: 'Jemand anderes hat dieses Dokument gespeichert',
    by: (name: string, when: string) =>
      `${name} hat es ${when} gespeichert, nachdem Sie es geöffnet hatten.`,
    bySomebody: 'Es wurde gespeichert, nachdem Sie es geöffnet hatten.',
    kept: 'Ihr Text ist aufbewahrt. Machen Sie aus beiden einen, und speichern Sie ihn auf dem anderen.',
    clashes: (count: number) =>
      `${counted(count, 'Stelle wurde', 'Stellen wurden')} von beiden geändert: Dort steht, was Sie geschrieben haben.`,
    merged: 'Ihre Änderungen betreffen verschiedene Stellen; beide stehen schon im Ergebnis.',
    theirs: 'Was dort gespeichert wurde',
    base: 'Womit beide anfingen',
    result: 'Das Ergebnis: bearbeiten Sie es, wie Sie möchten',
    compareWith: 'Links',
    useBoth: 'Beides zusammen',
    useMine: 'Nur meines',
    useTheirs: 'Nur das andere',
    startFrom: 'Anfangen mit',
    save: 'Ergebnis speichern',
    saved: 'Gespeichert, auf dem anderen Text',
    later: 'Später',
    laterTitle: 'Das Ergebnis verlassen?',
    laterText: 'Was Sie am Ergebnis geändert haben, geht verloren; Ihr Text und der andere nicht.',
    takeTheirs: 'Meines verwerfen',
    takeTitle: 'Ihren Text verwerfen?',
    takeText:
      'Es geht mit dem weiter, was dort gespeichert wurde. Solange diese Seite offen ist, holt „Rückgängig“ Ihren Text zurück.',
    change: 'Diese Änderung übernehmen',
  },
});
