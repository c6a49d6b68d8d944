/** Whether a parameter brings the password of an event, in whatever way its name is written. */
export const isPasswordParameter = (name: string): boolean => /^password(\[|$)/i.test(name.trim());
