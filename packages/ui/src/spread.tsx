import styles from './spread.module.css';

/** The class of a row with content at both ends, which wraps if it is too narrow. */
export const spreadClass: string = styles.spread ?? '';
