import { useQuery } from '@tanstack/react-query';
import { useEffect, type RefObject } from 'react';
import { documentTypesQuery } from '../../../lib/document-types.ts';
import { useEditing } from '../use-editing.ts';
import { typographyQuery } from './typography.ts';

/** Sets the typography of the site's theme as custom properties of an element (ADD-EDIT-4). */
export function useTypography(place: RefObject<HTMLElement | null>): void {
  const { view } = useEditing();
  const { data: site } = useQuery(documentTypesQuery);
  const { data } = useQuery(typographyQuery(site?.editor_style ?? null));
  useEffect(() => {
    const element = place.current;
    if (!data || !element) return undefined;
    const { values, fonts } = data;
    for (const [name, value] of Object.entries(values)) element.style.setProperty(name, value);
    if (fonts) document.adoptedStyleSheets.push(fonts);
    view.requestMeasure();
    return () => {
      for (const name of Object.keys(values)) element.style.removeProperty(name);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== fonts);
    };
  }, [data, place, view]);
}
