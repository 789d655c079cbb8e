//! How the field looks: a round sprite for each animal, coloured by its active leaf, with the title of the leaf below.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_bt_trees::{BtActive, BtAgent};

use crate::field::{Dog, FIELD, PEN, PEN_RADIUS, Sheep};

/// The text below an agent.
#[derive(Component)]
pub struct Label;

/// The image of a disc, which sprites colour.
#[derive(Resource)]
pub struct Disc(Handle<Image>);

impl FromWorld for Disc {
    fn from_world(world: &mut World) -> Self {
        const SIZE: u32 = 64;
        let pixels = (0..SIZE * SIZE).flat_map(|pixel| {
            let place = Vec2::new((pixel % SIZE) as f32, (pixel / SIZE) as f32) + 0.5 - SIZE as f32 / 2.0;
            let alpha = (SIZE as f32 / 2.0 - place.length()).clamp(0.0, 1.0);
            [255, 255, 255, (alpha * 255.0) as u8]
        });
        let size = Extent3d { width: SIZE, height: SIZE, depth_or_array_layers: 1 };
        let format = TextureFormat::Rgba8UnormSrgb;
        let image = Image::new(size, TextureDimension::D2, pixels.collect(), format, RenderAssetUsages::RENDER_WORLD);
        Disc(world.resource_mut::<Assets<Image>>().add(image))
    }
}

impl Disc {
    fn sprite(&self, color: Color, radius: f32) -> Sprite {
        Sprite { image: self.0.clone(), color, custom_size: Some(Vec2::splat(2.0 * radius)), ..Sprite::default() }
    }

    /// The look of an agent: a disc, and a label below it.
    pub fn agent(&self, radius: f32) -> impl Bundle {
        let label = (
            Label,
            Text2d::default(),
            TextFont::from_font_size(11.0),
            TextColor(Color::srgb(0.1, 0.2, 0.1)),
            Transform::from_xyz(0.0, -radius - 8.0, 1.0),
        );
        (self.sprite(Color::WHITE, radius), Transform::from_xyz(0.0, 0.0, 2.0), children![label])
    }
}

/// Draws the field and the pen.
pub fn draw_field(mut commands: Commands, disc: Res<Disc>) {
    commands.spawn(Camera2d);
    commands.spawn((Sprite::from_color(Color::srgb(0.62, 0.78, 0.48), FIELD), Transform::from_xyz(0.0, 0.0, 0.0)));
    for (radius, color, height) in
        [(PEN_RADIUS + 6.0, Color::srgb(0.45, 0.35, 0.22), 0.2), (PEN_RADIUS, Color::srgb(0.80, 0.74, 0.55), 0.4)]
    {
        commands.spawn((disc.sprite(color, radius), Transform::from_translation(PEN.extend(height))));
    }
}

/// Moves the sprites to the places of the animals.
pub fn place(sheep: Query<(&Sheep, &mut Transform)>, dogs: Query<(&Dog, &mut Transform), Without<Sheep>>) {
    let set = |transform: &mut Transform, at: Vec2| transform.translation = at.extend(transform.translation.z);
    for (sheep, mut transform) in sheep {
        set(&mut transform, sheep.at);
    }
    for (dog, mut transform) in dogs {
        set(&mut transform, dog.at);
    }
}

/// An agent whose titles have changed.
type Changing<T> = (&'static BtActive<T>, &'static mut Sprite, &'static Children);

/// Updates the colour and the label of the agents whose active leaves have changed.
pub fn show<T: BtAgent>(agents: Query<Changing<T>, Changed<BtActive<T>>>, mut labels: Query<&mut Text2d, With<Label>>) {
    for (active, mut sprite, children) in agents {
        sprite.color = color(active.titles().first().copied().unwrap_or_default());
        let mut texts = labels.iter_many_mut(children);
        while let Some(Ok(mut text)) = texts.fetch_next() {
            text.0 = active.to_string();
        }
    }
}

fn color(title: &str) -> Color {
    match title {
        "graze" | "amble" => Color::srgb(0.98, 0.98, 0.94),
        "flee" => Color::srgb(0.95, 0.45, 0.30),
        "rejoin" => Color::srgb(0.98, 0.82, 0.35),
        "settle" => Color::srgb(0.55, 0.72, 0.92),
        "circle" => Color::srgb(0.45, 0.30, 0.65),
        "drive" => Color::srgb(0.75, 0.15, 0.20),
        _ => Color::srgb(0.35, 0.35, 0.38),
    }
}
