import styles from './spread.module.css';

/** The class of a row with something at either end, one below the other where there is no room for both. */
export const spreadClass: string = styles.spread ?? '';
