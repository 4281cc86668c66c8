// Microseconds since 1970, the same for all processes of this machine.
export const now = () => Math.round((performance.timeOrigin + performance.now()) * 1000);
