import { describe, expect, test } from '@jest/globals';
import { findFilms, findPeople, findShows, missedBy } from '../../../testing/titles/searching.ts';

// Random variations of titles and names: letters missing, doubled, swapped or wrong, accents missing or added, words
// missing, joined, split or in another order, and numbers as words or digits.
const films = `
the emperors new groove | The Emperor's New Groove
Ne Zha 2019 | Ne Zha
Pain Gain | Pain & Gain
night the museum | Night at the Museum
Night the Museum | Night at the Museum
Sonic the Hedgehog II | Sonic the Hedgehog 2
breakfast at tiffany s | Breakfast at Tiffany's
The Magnificent 7 | The Magnificent Seven
The Favo urite | The Favourite
Three Bilboards Outside Ebbing, Missouri | Three Billboards Outside Ebbing, Missouri
the collateral beauty | Collateral Beauty
spider-man: hoomecoming | Spider-Man: Homecoming
lady bi | Lady Bird
a good dya to die | A Good Day to Die Hard
Ad Asrta | Ad Astra
the lord of the rings the fellowship of the ring | The Lord of the Rings: The Fellowship of the Ring
höw thë grinch stole christmás | How the Grinch Stole Christmas
adventure of tintin | The Adventures of Tintin
madagascar  escape 2 africa | Madagascar: Escape 2 Africa
the space jam | Space Jam
asterix obelix: mission cleopatra | Asterix & Obelix: Mission Cleopatra
Girl with the Dragon Tatto | The Girl with the Dragon Tattoo
the lucky number slevin | Lucky Number Slevin
the elysium | Elysium
know white and the seven dwarfs | Snow White and the Seven Dwarfs
spider-man two | Spider-Man 2
red 1 | Red One
Fear 'n' Loathing in Las Vegas | Fear and Loathing in Las Vegas
spetcre | Spectre
the live of otherd | The Lives of Others
longleg | Longlegs
kaate kid | The Karate Kid
King Arthur  Legend of the Sword | King Arthur: Legend of the Sword
Dungeons 'n' Dragons: Honor Among Thieves | Dungeons & Dragons: Honor Among Thieves
snow white 'n' the seven dwarfs | Snow White and the Seven Dwarfs
chungking eixpress | Chungking Express
indiana jones the last crusade | Indiana Jones and the Last Crusade
Rip | The Rip
Willy Wonka and the Chocolate Factory | Willy Wonka & the Chocolate Factory
ortal instruments: city of bones | The Mortal Instruments: City of Bones
x-mën: the lást stand | X-Men: The Last Stand
bahubali: the beginning | Bāhubali: The Beginning
star wars episode iii - revenge of the sith | Star Wars: Episode III - Revenge of the Sith
the twilight saga: breaking dawn - part ii | The Twilight Saga: Breaking Dawn - Part 2
the the battle of the five armies | The Hobbit: The Battle of the Five Armies
nice guys | The Nice Guys
Thë Expendábles | The Expendables
the fast and the furious 2001 | The Fast and the Furious
Anatomy of a Fal | Anatomy of a Fall
mission:impossible-roguenation | Mission: Impossible - Rogue Nation
prumetheus | Prometheus
nausicaa of the valley of the wind | Nausicaä of the Valley of the Wind
back the future part iii | Back to the Future Part III
Whale | The Whale
the watchmen | Watchmen
a star is born 2018 | A Star Is Born
purge: anarchy | The Purge: Anarchy
inside out ii | Inside Out 2
resi dent evil | Resident Evil
lilo 'n' stitch | Lilo & Stitch
moon 2009 | Moon
mission: - the final reckoning | Mission: Impossible - The Final Reckoning
Pacific Rim Uprising | Pacific Rim: Uprising
pestige | The Prestige
ted two | Ted 2
high & low | High and Low
the kising booth | The Kissing Booth
dungeons dragons: honor among thieves | Dungeons & Dragons: Honor Among Thieves
The Lord of the Rings  The Fellowship of the Ring | The Lord of the Rings: The Fellowship of the Ring
how to train your dragon ii | How to Train Your Dragon 2
Fallne Ang | Fallen Angels
vu déjà | Déjà Vu
cries 'n' whispers | Cries and Whispers
quiet place: day one | A Quiet Place: Day One
short film about loe | A Short Film About Love
The Hubbit: An Unexpected Journey | The Hobbit: An Unexpected Journey
the-birds | The Birds
the Ice Age: Dawn of the Dinosaurs | Ice Age: Dawn of the Dinosaurs
gorge | The Gorge
jurassic park 3 | Jurassic Park III
shrek ii | Shrek 2
harry potter the goblet of fire | Harry Potter and the Goblet of Fire
the e.t. the extra-terrestrial | E.T. the Extra-Terrestrial
mr. mrs. smith | Mr. & Mrs. Smith
Dungeons& Dragons: Honor Among Thieves | Dungeons & Dragons: Honor Among Thieves
Khe Whale | The Whale
Hansel and Gretel: Witch Hunters | Hansel & Gretel: Witch Hunters
knside out | Inside Out
Persepois | Persepolis
thp celeraion | The Celebration
ove acctoally | Love Actually
`;
const shows = `
Game of hTrones | Game of Thrones
two 'n' a half men | Two and a Half Men
malrvel's daredevil | Marvel's Daredevil
chilling adventures of sabrinaa | Chilling Adventures of Sabrina
iZombie 2015 | iZombie
the sand | The Sandman
Hawwaii Five-0 | Hawaii Five-0
sex & the city | Sex and the City
the dead: daryl dixon | The Walking Dead: Daryl Dixon
A Knight of the 7 Kingdoms | A Knight of the Seven Kingdoms
rick & morty | Rick and Morty
Avatar The Last Airbender | Avatar: The Last Airbender
scissor 7 | Scissor Seven
married    with children | Married... with Children
hogun | Shōgun
purge | The Purge
karling in the franxx | DARLING in the FRANXX
parks & recreation | Parks and Recreation
`;
const people = `
richard jones | Richard T. Jones
rië kugimiyá | Rie Kugimiya
harry carey | Harry Carey, Jr.
rkistin da | Kristin Davis
jakie earle hakey | Jackie Earle Haley
hector elizondo | Héctor Elizondo
Sonoya iMzuno | Sonoya Mizuno
sterling brown | Sterling K. Brown
manuel garcia rulfo | Manuel Garcia-Rulfo
klivia thirlby | Olivia Thirlby
PatMorita | Pat Morita
Jeeme Davies | Jeremy Davies
david rmsry | David Ramsey
Evangeline ilky | Evangeline Lilly
iWlson Bet | Wilson Bethel
Leslie Odom Jr | Leslie Odom Jr.
marina foi | Marina Foïs
wenham david | David Wenham
rosie huntinhton-whiteley | Rosie Huntington-Whiteley
Harry Shum | Harry Shum Jr.
eugenelevy | Eugene Levy
mihcael pa | Michael Palin
john mlakovich | John Malkovich
burn gor | Burn Gorman
louisie fletcher | Louise Fletcher
kateashfield | Kate Ashfield
tom hiddlseton | Tom Hiddleston
red armiden | Fred Armisen
john carrandine | John Carradine
oo in-soo | Yoo In-soo
renee ellweger | Renée Zellweger
Knight Travis | Travis Knight
okk taec-yeon | Ok Taec-yeon
Richard Widmnark | Richard Widmark
Linds Hunt | Linda Hunt
shire talia | Talia Shire
carlos-manule vesag | Carlos-Manuel Vesga
JohnMalkovich | John Malkovich
tommy lister | Tommy Lister Jr.
Freddie Prinze | Freddie Prinze Jr.
michael moye | Michael G. Moye
Pëter Mensáh | Peter Mensah
pene lope wilton | Penelope Wilton
asoirse rnoan | Saoirse Ronan
Maria Vlverde | María Valverde
zoe bleu sidel | Zoë Bleu Sidel
robert downey | Robert Downey Jr.
chris eliott | Chris Elliott
ChristineTaylor | Christine Taylor
thomas wilson | Thomas F. Wilson
michael jordan | Michael B. Jordan
evangelinelilly | Evangeline Lilly
toby-stephens | Toby Stephens
daine krugeer | Diane Kruger
miles teler | Miles Teller
ramon rodriguez | Ramón Rodríguez
Kenneth Coi | Kenneth Choi
jjason rotheberg | Jason Rothenberg
Dylan Minnettte | Dylan Minnette
Kaura Haddock | Laura Haddock
Frenkie Adams | Frankie Adams
shiloh fern andez | Shiloh Fernandez
brooke car | Brooke Carter
Mia Tpminson | Mia Tomlinson
nargot Robbie | Margot Robbie
Alan-Ford | Alan Ford
Chris Bsrrie | Chris Barrie
Anthony Wong Cha | Anthony Wong Chau-Sang
Sam Heug | Sam Heughan
jjaeden martll | Jaeden Martell
jasno rothen | Jason Rothenberg
Debbie Reyn olds | Debbie Reynolds
andie macdowelll | Andie MacDowell
chazz-palminteri | Chazz Palminteri
chrs evasn | Chris Evans
Patrick-Magee | Patrick Magee
kelissa roxburgh | Melissa Roxburgh
frieda into | Freida Pinto
rajkumar horani | Rajkumar Hirani
karlurban | Karl Urban
Tommy Lister | Tommy Lister Jr.
jeffgarlin | Jeff Garlin
Meranda Cosgrove | Miranda Cosgrove
Michael B Jordan | Michael B. Jordan
kana henazawa | Kana Hanazawa
zoe salana | Zoe Saldaña
cemence poesy | Clémence Poésy
Costa Laia | Laia Costa
Scot Glenn | Scott Glenn
IngridBergman | Ingrid Bergman
lea seydoux | Léa Seydoux
Daniel J  Goor | Daniel J. Goor
nick nole | Nick Nolte
wo do-hnw | Woo Do-hwan
llee beom-osn | Lee Beom-soo
johan e. mcgilney | John C. McGinley
ukim jacgbhan | Kim Jang-han
`;

describe('a query with typing errors has the right result among the first five', () => {
  test.each([
    ['films', findFilms, films],
    ['shows', findShows, shows],
    ['people', findPeople, people],
  ])('of %s', async (_what, find, list) => {
    expect(await missedBy(find, list)).toEqual([]);
  });
});

test('a title that has the name of a series in another language is no part of it', async () => {
  // 'Three Colors: Red' is 'Trois couleurs: Rouge' too.
  expect((await findFilms('rouge 3'))[0]).toBe('Moulin Rouge!');
});

describe('a result does not only sound like the query', () => {
  const find = async (query: string) => ({
    films: await findFilms(query),
    shows: await findShows(query),
    people: await findPeople(query),
  });

  test('where a title has that name: nobody is called Alien', async () => {
    const { films, shows, people } = await find('alien');

    expect(films[0]).toBe('Alien');
    expect(shows).toEqual(['Alien: Earth']);
    expect(people).toEqual([]);
  });

  test('where another kind has that name: no show is called Amélie', async () => {
    const { films, shows, people } = await find('amelie');

    expect(films).toEqual(['Amélie']);
    expect(shows).toEqual([]);
    expect(people.every((name) => /Am[eé]lie/.test(name))).toBe(true);
  });

  test.each(['vorean', 'space slowly'])('%s is in no name, and finds nothing', async (query) => {
    expect(await find(query)).toEqual({ films: [], shows: [], people: [] });
  });

  test('a language finds its titles, and nobody whose name sounds like it', async () => {
    const { films, shows, people } = await find('korean');

    expect(films).toContain('Parasite');
    expect(shows).toContain('Squid Game');
    expect(people).toEqual([]);
  });

  test('a misspelt name finds its kind and no weaker matches of others', async () => {
    const { films, shows, people } = await find('arnold shwarzeneger');

    expect(people).toEqual(['Arnold Schwarzenegger']);
    expect([...films, ...shows].filter((name) => /arn|swa/i.test(name))).toEqual([]);
  });

  test('a misspelt name finds no title that only has a word like it', async () => {
    const { films, people } = await find('rbad urif');

    expect(people[0]).toBe('Brad Dourif');
    expect(films).toContain('Alien Resurrection');
    expect(films).not.toContain('The Hangover');
  });

  test.each([
    ['scorcese', 'Martin Scorsese'],
    ['tom hnaks', 'Tom Hanks'],
  ])('%s still finds %s', async (query, name) => {
    expect((await find(query)).people[0]).toBe(name);
  });
});
