/** What a frame never gets, whatever the page around it may do. */
const DENIED_FEATURES = [
  "accelerometer",
  "autoplay",
  "camera",
  "clipboard-read",
  "clipboard-write",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

/**
 * The policy of a frame: scripts in an origin of their own, and nothing from anywhere. `Connection-Allowlist: ()` adds, in
 * browsers that know it, what no policy of the standard covers: WebRTC, name look-ups, and the frame's own navigation.
 */
export const FRAME_HEADERS = {
  "content-security-policy": [
    "sandbox allow-scripts",
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "frame-ancestors 'self'",
  ].join("; "),
  "connection-allowlist": "()",
  "permissions-policy": DENIED_FEATURES.map((feature) => `${feature}=()`).join(", "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
} as const;
