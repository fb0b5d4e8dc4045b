import type { HTMLAttributes } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

/** The class of a card, for other elements (a link, a list item). */
export const cardClass: string = styles.card ?? '';

/** A panel on the canvas. Give it a heading by `aria-labelledby`. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return <section className={classNames(cardClass, className)} {...rest} />;
}
