export interface Finding {
  status: 'ok' | 'warning' | 'problem';
  what: string;
  remedy?: string;
  /** One line each, for what a person may want to look up. */
  details?: string[];
}
