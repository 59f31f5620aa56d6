/** The options of a desktop and a phone, for `test.use`. */
export const desktop = { viewport: { width: 1280, height: 800 }, hasTouch: false };
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
export const devices = { desktop, phone };
