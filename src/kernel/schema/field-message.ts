/** Options of a validator: its message in `i18n/…/validation.json`, and the values of the message's placeholders. */
export const message = (key: string, context?: Record<string, unknown>) => ({ message: `validation.${key}`, context });
