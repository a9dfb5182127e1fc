import type { Colour } from './colour.ts';

/** The colours of a picture: `a` is the main colour, `b` the second, `c` the accent; `ink` is for text on `ground`. */
export interface Palette {
  ground: Colour;
  a: Colour;
  b: Colour;
  c: Colour;
  ink: Colour;
}

const palette = (ground: Colour, a: Colour, b: Colour, c: Colour, ink: Colour): Palette => ({ ground, a, b, c, ink });

const cream = '#f3ead7';
const night = '#14131a';

/** Chosen by hand and grouped by mood. Some are dark and some are light, so that a grid of posters is varied. */
export const palettes = {
  noir: [
    palette('#131417', '#e9dfca', '#3a3c42', '#d2232a', cream),
    palette('#e8dfcc', '#17171a', '#9b9385', '#c4161c', '#17171a'),
    palette('#1b1d22', '#f0b429', '#474a52', '#f7f0e0', '#f7f0e0'),
    palette('#0f1a20', '#d9cfb8', '#2f4a52', '#e4572e', '#f0e8d6'),
    palette('#2a2a2c', '#f2efe6', '#6f6c66', '#f2c230', '#f7f3e8'),
  ],
  blood: [
    palette('#150b0d', '#c1121f', '#4c0a12', '#f0e2c8', '#f4e8d2'),
    palette('#b4151c', '#160a0c', '#7d0d14', '#f6e7c9', '#fdf1da'),
    palette('#0d1211', '#9fb8a3', '#2b3f37', '#e63329', '#e6eadb'),
    palette('#1a1422', '#d8c7f0', '#43305e', '#f03a47', '#efe6fa'),
    palette('#e9e2cf', '#8f0f16', '#24181a', '#d9a441', '#24181a'),
    palette('#0b1016', '#47c2a8', '#173a44', '#f4f1de', '#e4f3ea'),
  ],
  desert: [
    palette('#e9b872', '#a63d1f', '#d9803b', '#fff1d6', '#5a1d0e'),
    palette('#d8552b', '#f7d9a3', '#8f2a16', '#241310', '#fff0d4'),
    palette('#f2dfc0', '#c8502b', '#e2a458', '#27474e', '#3a1d14'),
    palette('#2b1a1a', '#e07a3f', '#7c3426', '#f6d38b', '#f8e3bd'),
    palette('#3f5b57', '#e8b45d', '#b5552f', '#f6e6c6', '#faedd2'),
  ],
  ocean: [
    palette('#0f3443', '#e8e3d0', '#2c7580', '#f2a541', '#f2edda'),
    palette('#e4e6da', '#12495a', '#5fa3a3', '#e2583e', '#0f3240'),
    palette('#13294b', '#78b7d0', '#2a548c', '#ffd166', '#eaf3f7'),
    palette('#2f7f86', '#f4ecd8', '#145058', '#f26b4e', '#fbf4e2'),
    palette('#b9d6d3', '#1b4a5a', '#6a9fa6', '#f4efe0', '#11333f'),
  ],
  cosmos: [
    palette('#0e0f24', '#e9e4f7', '#38306f', '#ff6b57', '#efeafb'),
    palette('#0a1a2f', '#4fb0c6', '#173a5c', '#ffb238', '#e3f1f5'),
    palette('#181126', '#ef5d8f', '#4a2470', '#ffd9a0', '#fbe7ef'),
    palette('#e6e3dc', '#1d2440', '#7c86a8', '#ef4e36', '#171c33'),
    palette('#111314', '#cfd6d8', '#33484f', '#e8ff59', '#eef2f2'),
    palette('#1c2d3a', '#f3e9dc', '#4b6878', '#f28f3b', '#f6eee2'),
    palette('#f26a3d', '#1a1b3a', '#b33a3a', '#fbe8c8', '#190f1f'),
  ],
  neon: [
    palette('#150a2b', '#ff3d81', '#4120a6', '#2de2e6', '#fdf0ff'),
    palette('#0c1b33', '#f72585', '#233a8c', '#ffd23f', '#fdf3ff'),
    palette('#231942', '#ff9e4f', '#8e3b8a', '#f9f1d0', '#fdf3dd'),
    palette('#ff5a4e', '#2b0f4d', '#b41f6b', '#ffe27a', '#23093d'),
    palette('#0b2b2f', '#3ff0c0', '#155e63', '#ff4f79', '#e6fff6'),
  ],
  action: [
    palette('#d62b1f', '#16110f', '#8e1712', '#fbe6c2', '#fff3dc'),
    palette('#f2b705', '#1a1710', '#d4571e', '#fff7de', '#1a1710'),
    palette('#1a1c20', '#ff5a1f', '#50301f', '#f6e9d0', '#faefdc'),
    palette('#efe5d0', '#d7301f', '#1f2226', '#f0a21b', '#1d1c1c'),
    palette('#12314a', '#f24b2a', '#1f5a78', '#f9e1b0', '#fbeed3'),
    palette('#23262b', '#e9c53b', '#5c6068', '#e5412d', '#f6f1de'),
    palette('#e4572e', '#f8e5c4', '#a22c1c', '#1d1a26', '#fff2da'),
  ],
  hero: [
    palette('#12398a', '#e62429', '#0b1f52', '#ffd447', '#fdf6e3'),
    palette('#e23b2e', '#f7d046', '#8e1320', '#14276b', '#fff4d8'),
    palette('#f3e8d0', '#1f4fa3', '#e03a2c', '#f4b92f', '#172a57'),
    palette('#1c1a2b', '#8d3fd1', '#432368', '#f5c33b', '#f3e9fb'),
    palette('#0f2f2a', '#5cc25a', '#1b5a49', '#f6e36f', '#effadf'),
  ],
  romance: [
    palette('#f3c9bd', '#c8354a', '#e8877c', '#fff4e6', '#6d1327'),
    palette('#7c1d37', '#f2a39b', '#b8405a', '#fbe6cf', '#fdeedd'),
    palette('#f6e9dc', '#d9566a', '#3d5a80', '#f0b67f', '#4a1d34'),
    palette('#e8a598', '#4b2142', '#b6536b', '#fdf0dd', '#3b1533'),
    palette('#2f2440', '#f08a8a', '#6e3f6b', '#f9dcb8', '#fbe9dc'),
    palette('#dfe3d2', '#d6543f', '#7d9a83', '#f5c25b', '#3c2a26'),
  ],
  drama: [
    palette('#ece3d2', '#2d4b54', '#c79a5b', '#b8442e', '#24363c'),
    palette('#28383d', '#d9c7a3', '#4d666b', '#d97545', '#f0e6d0'),
    palette('#c9b79c', '#33261f', '#8a6d4f', '#f2e8d5', '#2b1e18'),
    palette('#3b2f3f', '#c98f7a', '#6c5266', '#f2dcb9', '#f5e7d3'),
    palette('#e3dacb', '#6b2737', '#b98b82', '#2f3e46', '#3d1722'),
    palette('#566246', '#e8dcb8', '#353f2c', '#d88c3a', '#f5edd0'),
    palette('#d9d4c7', '#1f3a5f', '#8ea3b0', '#d1603d', '#182b45'),
    palette('#8c3b2e', '#f0d9b5', '#5a2018', '#dba24a', '#fbecd0'),
    palette('#1f2a36', '#93a8ac', '#3b4d5e', '#e2b659', '#e8ebe4'),
  ],
  comedy: [
    palette('#f6c445', '#e5484d', '#23395b', '#fdf6e3', '#1d2b45'),
    palette('#f4ecdc', '#ef6f53', '#3a86a8', '#f2b632', '#22304a'),
    palette('#3aa6a0', '#fbe8c6', '#1f5d66', '#f25c54', '#0f2f36'),
    palette('#f28ba0', '#fdf3e1', '#c5304f', '#2c3f8f', '#40102b'),
    palette('#e8643f', '#fff0d6', '#f7b538', '#2a3d66', '#321527'),
    palette('#bfe0d0', '#f26a4b', '#2f6f73', '#f8d24a', '#17383c'),
    palette('#6a4c93', '#ffca3a', '#3f2a63', '#ff7f6b', '#fdf3dd'),
  ],
  storybook: [
    palette('#fbe3b5', '#ef6351', '#4a8fb0', '#2f4858', '#2f3a52'),
    palette('#2a4d8f', '#f9c74f', '#4f86c6', '#f3722c', '#fdf5df'),
    palette('#9fd3c7', '#ec6a5c', '#385170', '#fff3d6', '#1e3550'),
    palette('#fcefdc', '#5b8e7d', '#f4a259', '#bc4b51', '#2d3f3a'),
    palette('#f7a072', '#2a4a6b', '#eddea4', '#d5513f', '#25334d'),
    palette('#1f4e4a', '#f4d58d', '#3e8e7e', '#f2694b', '#fbf1d8'),
    palette('#b8cdf0', '#e4572e', '#3d5a98', '#fff6df', '#1f2f5c'),
  ],
  fantasy: [
    palette('#1d1b3a', '#d9b65d', '#45407f', '#f4ead2', '#f2e3bd'),
    palette('#12322b', '#d7c37a', '#2c6a56', '#f0643c', '#f2eccb'),
    palette('#e9dfc6', '#3e3a66', '#a6894e', '#b9382d', '#2a2748'),
    palette('#2c1e3d', '#b08fd8', '#573b78', '#f7c873', '#f1e6f9'),
    palette('#0f2740', '#8fc1c9', '#275a7a', '#f2d48a', '#e8f2ee'),
    palette('#4a2130', '#e6b667', '#85404a', '#f7ead0', '#faecd0'),
  ],
  history: [
    palette('#e6d5b3', '#7a2e1d', '#c0915a', '#2c3b36', '#43190f'),
    palette('#2d3a32', '#d4b86a', '#566b58', '#b4452f', '#f0e6c4'),
    palette('#5b1f1b', '#e3c28a', '#8c4033', '#f5e8cb', '#f8e7c4'),
    palette('#d3cbb5', '#3c4a3a', '#8a8f70', '#a8322a', '#263024'),
    palette('#39424a', '#c7b998', '#5f6d74', '#d0402b', '#efe7d2'),
  ],
  vintage: [
    palette('#efe2c4', '#d23c2a', '#26525c', '#e5a93c', '#2a2320'),
    palette('#d9472b', '#f3e0b8', '#2b2623', '#eba937', '#fdeec9'),
    palette('#26525c', '#efd9a9', '#c9482f', '#e5a93c', '#f8eccb'),
    palette('#e0a82e', '#3a2417', '#c4502c', '#f6e9c9', '#33200f'),
    palette('#f1e6cf', '#161616', '#b7a98c', '#c92f2a', '#161616'),
    palette('#5d6b4c', '#f0dfb0', '#33402e', '#e0803a', '#f8eecb'),
    palette('#d8c9a8', '#20455a', '#bb5a36', '#f3ead2', '#1b3341'),
  ],
} satisfies Record<string, [Palette, ...Palette[]]>;

export type Mood = keyof typeof palettes;

export const inkOnDark = cream;
export const inkOnLight = night;
